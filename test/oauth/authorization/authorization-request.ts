import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { at, has } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { Person } from '../../support/world.js'
import { Browser, shownBy } from '../browser.js'
import { info, postToken } from '../endpoints.js'
import { authorize, authorizeQuery, codeFor, exchangeForm } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, redirectUri, registerApp } from '../tenant.js'

forEachStorage('oauth: authorization request', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp(type: 'server' | 'browser') {
    const world = await suite.world()
    const app = await registerApp(world, { type })
    return { world, app, agent: await agentWithPassword(world), browser: new Browser(authUrlOf(world)) }
  }

  describe('an authorization request', () => {
    test('an authorization request of a server-side app leads back with a code and the state in the query', async () => {
      const { world, app, agent } = await setUp('server')
      const location = await authorize(world, app, agent, authorizeQuery(app, { state: 'xyz' }))
      const issuer = encodeURIComponent(authUrlOf(world))
      assert.match(location, /^https:\/\/app\.example\.com\/callback\?code=plo_[A-Za-z0-9_-]{43}&iss=/)
      assert.ok(location.endsWith(`&iss=${issuer}&state=xyz`))
    })

    test('an authorization request without state leads back without one', async () => {
      const { world, app, agent } = await setUp('server')
      const { searchParams } = new URL(await authorize(world, app, agent))
      assert.deepEqual([...searchParams.keys()], ['code', 'iss'])
    })

    test('an authorization request of a browser app leads back with a token in the fragment, which works immediately', async () => {
      const { world, app, agent } = await setUp('browser')
      const location = await authorize(world, app, agent, authorizeQuery(app, { state: 'xyz' }))
      const { origin, pathname, search, hash } = new URL(location)
      assert.deepEqual([origin + pathname, search], [redirectUri, ''])
      const { access_token: token = '', ...rest } = Object.fromEntries(new URLSearchParams(hash.slice(1)))
      const iss = authUrlOf(world)
      assert.deepEqual(rest, { token_type: 'Bearer', expires_in: '28800', iss, state: 'xyz' })
      assert.match(token, /^pla_[A-Za-z0-9_-]{43}$/)
      assert.equal(has((await info(world, token)).body, 'refresh_token'), false)
      await new Person(world, 'agent', agent.id, token).web().succeed('get_filtered_chats')
    })

    test('an authorization request may name a longer path than the registered one, to which the code is bound', async () => {
      const { world, app, agent } = await setUp('server')
      const longer = { ...app, redirectUri: `${redirectUri}/of/desk` }
      const code = await codeFor(world, longer, agent)
      assert.equal((await postToken(world, exchangeForm(app, code))).status, 400)
      assert.equal((await postToken(world, exchangeForm(longer, code))).status, 200)
    })

    test('an authorization request works without the trailing slash of the address too', async () => {
      const { app, browser } = await setUp('server')
      const page = await browser.visit(`?${authorizeQuery(app)}`)
      assert.deepEqual([page.status, shownBy(page).startsWith('Sign in to continue to Desk')], [200, true])
    })

    test('an authorization request reports a wrong response type to the app, in the way of its flow', async () => {
      const server = await setUp('server')
      const wrong = await server.browser.arrive(
        authorizeQuery(server.app, { response_type: 'token', state: 'a b' }),
      )
      assert.equal(wrong.status, 302)
      const issuer = encodeURIComponent(authUrlOf(server.world))
      const description = `error_description=this+application+cannot+use+that+response_type&iss=${issuer}`
      assert.equal(wrong.location, `${redirectUri}#error=unsupported_response_type&${description}&state=a+b`)
      const browser = await setUp('browser')
      const other = await browser.browser.arrive(
        authorizeQuery(browser.app, { response_type: 'code', state: '1' }),
      )
      assert.equal(other.location, `${redirectUri}?error=unsupported_response_type&${description}&state=1`)
    })

    for (const response_type of ['', 'CODE', 'code token', 'id_token', 'constructor']) {
      test(`an authorization request reports to the app that "${response_type}" is not a response type`, async () => {
        const { app, browser } = await setUp('server')
        const { status, location } = await browser.arrive(authorizeQuery(app, { response_type }))
        const code = response_type === '' ? 'invalid_request' : 'unsupported_response_type'
        assert.deepEqual([status, new URL(location ?? '').searchParams.get('error')], [302, code])
      })
    }

    const untrusted: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
      'without client_id': { client_id: undefined },
      'with an unknown client_id': { client_id: '0'.repeat(32) },
      'with a client_id in upper case': { client_id: 'F'.repeat(32) },
      'without redirect_uri': { redirect_uri: undefined },
      'with an empty redirect_uri': { redirect_uri: '' },
      'with the redirect_uri of somebody else': { redirect_uri: 'https://evil.example/callback' },
      'with a query in redirect_uri': { redirect_uri: `${redirectUri}?next=evil` },
      'with a bare fragment sign in redirect_uri': { redirect_uri: `${redirectUri}#` },
      'with traversal in redirect_uri': { redirect_uri: `${redirectUri}/..%2f..` },
      'with a line break in redirect_uri': { redirect_uri: `${redirectUri}\r\nSet-Cookie: a=b` },
      'with a script as redirect_uri': { redirect_uri: 'javascript:alert(1)' },
      'with everything wrong': { redirect_uri: 'https://evil.example', response_type: 'x', client_id: 'x' },
    }
    for (const [title, changes] of Object.entries(untrusted)) {
      test(`${title} is answered with an error page, never a redirect`, async () => {
        const { app, browser } = await setUp('server')
        const page = await browser.arrive(authorizeQuery(app, { state: 'xyz', ...changes }))
        assert.deepEqual([page.status, page.location], [400, null])
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
        assert.match(shownBy(page), /This did not work .* Error: (?:invalid_request|invalid_client)/)
        assert.doesNotMatch(page.text, /evil\.example|xyz|<form/)
      })
    }

    test('an authorization request of an app without redirect URIs is answered with an error page', async () => {
      const world = await suite.world()
      const app = { ...(await registerApp(world, { redirectUris: [] })), redirectUri }
      assert.equal((await new Browser(authUrlOf(world)).arrive(authorizeQuery(app))).status, 400)
    })

    test('an authorization request of an app that was removed during the consent is refused', async () => {
      const { world, app, agent, browser } = await setUp('server')
      const page = await browser.arrive(authorizeQuery(app))
      await world.engine.parley.admin.apps.delete(app.clientId)
      const after = await browser.submit(page, { login: agent.id, password: agent.password })
      assert.deepEqual([after.status, after.location], [400, null])
    })
  })

  describe('the registration of an app', () => {
    test('the registration of an app gives a client id, and a secret to server-side apps only', async () => {
      const [{ app }, other] = [await setUp('server'), await setUp('browser')]
      assert.match(app.clientId, /^[0-9a-f]{32}$/)
      assert.match(app.clientSecret, /^pls_[A-Za-z0-9_-]{43}$/)
      assert.equal(other.app.clientSecret, '')
    })

    test('the registration of an app applies to later codes as it is at that time', async () => {
      const { world, app, agent } = await setUp('server')
      const code = await codeFor(world, app, agent)
      await world.engine.parley.admin.apps.update(app.clientId, { scopes: ['chats--all:read'] })
      const { body } = await postToken(world, exchangeForm(app, code))
      const { body: shown } = await info(world, String(at(body, 'access_token')))
      assert.equal(at(shown, 'scope'), 'chats--all:read')
    })
  })
})
