import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { forEachStorage } from '../../support/storages.js'
import { Browser } from '../browser.js'
import { assertOAuthError, postToken } from '../endpoints.js'
import { authorizeQuery, codeFor, exchangeForm } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, registerApp } from '../tenant.js'

/** The code verifier of RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const s256 = { code_challenge: challenge, code_challenge_method: 'S256' }

forEachStorage('oauth: pkce', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp(requiresPkce = false) {
    const world = await suite.world()
    const app = await registerApp(world, { requiresPkce })
    return { world, app, agent: await agentWithPassword(world), browser: new Browser(authUrlOf(world)) }
  }

  describe('PKCE', () => {
    for (const required of [false, true]) {
      test(`PKCE gives tokens for the verifier of the challenge${required ? ', where it is required' : ''}`, async () => {
        const { world, app, agent } = await setUp(required)
        const code = await codeFor(world, app, agent, authorizeQuery(app, s256))
        const { status } = await postToken(world, exchangeForm(app, code, { code_verifier: verifier }))
        assert.equal(status, 200)
      })
    }

    for (const length of [43, 128]) {
      test(`PKCE takes a verifier of ${length} characters, of every kind that there is`, async () => {
        const { world, app, agent } = await setUp()
        const long = '-._~AZaz09'.repeat(13).slice(0, length)
        const code_challenge = createHash('sha256').update(long).digest('base64url')
        const code = await codeFor(world, app, agent, authorizeQuery(app, { ...s256, code_challenge }))
        assert.equal((await postToken(world, exchangeForm(app, code, { code_verifier: long }))).status, 200)
      })
    }

    const wrong: Readonly<Record<string, string>> = {
      'no verifier': '',
      'another verifier': 'a'.repeat(43),
      'the challenge itself': challenge,
      'a verifier in another case': verifier.toUpperCase(),
      'a verifier that is too short': verifier.slice(0, 42),
      'a verifier that is too long': 'a'.repeat(129),
      'a verifier of other characters': `${verifier}=`,
    }
    for (const [title, code_verifier] of Object.entries(wrong)) {
      test(`PKCE refuses ${title}, and leaves the code usable with the right verifier`, async () => {
        const { world, app, agent } = await setUp()
        const code = await codeFor(world, app, agent, authorizeQuery(app, s256))
        const more = code_verifier === '' ? {} : { code_verifier }
        assertOAuthError(await postToken(world, exchangeForm(app, code, more)), 400, 'invalid_grant')
        const right = exchangeForm(app, code, { code_verifier: verifier })
        assert.equal((await postToken(world, right)).status, 200)
      })
    }

    test('PKCE refuses a verifier when the request had no challenge', async () => {
      const { world, app, agent } = await setUp()
      const form = exchangeForm(app, await codeFor(world, app, agent), { code_verifier: verifier })
      assertOAuthError(await postToken(world, form), 400, 'invalid_grant')
    })

    const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      'the method plain': { ...s256, code_challenge_method: 'plain' },
      'no method, which means plain': { code_challenge: challenge },
      'another method': { ...s256, code_challenge_method: 's256' },
      'a method without a challenge': { code_challenge_method: 'S256' },
      'a challenge that is too short': { ...s256, code_challenge: challenge.slice(1) },
      'a challenge that is too long': { ...s256, code_challenge: `${challenge}A` },
      'a challenge with padding': { ...s256, code_challenge: `${challenge.slice(0, -1)}=` },
    }
    for (const [title, changes] of Object.entries(refused)) {
      test(`PKCE reports to the app that ${title} is refused`, async () => {
        const { app, browser } = await setUp()
        const { status, location } = await browser.arrive(authorizeQuery(app, { ...changes, state: 'xyz' }))
        const { origin, searchParams } = new URL(location ?? '')
        assert.deepEqual([status, origin], [302, 'https://app.example.com'])
        assert.deepEqual([searchParams.get('error'), searchParams.get('state')], ['invalid_request', 'xyz'])
      })
    }

    test('PKCE cannot be left out when it is required, not even with the form of another request', async () => {
      const { world, app, browser } = await setUp(true)
      const { location } = await browser.arrive(authorizeQuery(app))
      assert.equal(new URL(location ?? '').searchParams.get('error'), 'invalid_request')
      const page = await browser.arrive(authorizeQuery(app, s256))
      const agent = await agentWithPassword(world, 'bob')
      const consent = await browser.submit(page, { login: agent.id, password: agent.password })
      const downgraded = await browser.submit(consent, { request: authorizeQuery(app), decision: 'allow' })
      assert.equal(new URL(downgraded.location ?? '').searchParams.get('error'), 'invalid_request')
    })
  })
})
