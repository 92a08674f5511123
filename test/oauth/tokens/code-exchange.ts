import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { at, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import type { WebAnswer } from '../../support/web-client.js'
import { assertNotStored, assertOAuthError, basic, info, isAlive, postToken } from '../endpoints.js'
import { codeFor, exchangeForm, refreshForm } from '../flow.js'
import { agentWithPassword, cheapPasswords, registerApp } from '../tenant.js'

forEachStorage('oauth: code exchange', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp() {
    const world = await suite.world()
    const [app, agent] = [await registerApp(world), await agentWithPassword(world)]
    const code = await codeFor(world, app, agent)
    return {
      world,
      app,
      agent,
      code,
      exchange: (more?: Record<string, string>) => postToken(world, exchangeForm(app, code, more)),
    }
  }

  describe('exchanging a code', () => {
    test('exchanging a code returns an access token and a refresh token in the format of the specification', async () => {
      const { exchange } = await setUp()
      const { status, headers, body } = await exchange()
      assert.equal(status, 200)
      assertNotStored(headers)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      const { access_token, refresh_token } = {
        access_token: textAt(body, 'access_token'),
        refresh_token: textAt(body, 'refresh_token'),
      }
      assert.deepEqual(body, { access_token, refresh_token, expires_in: 28_800, token_type: 'Bearer' })
      assert.match(access_token, /^pla_[A-Za-z0-9_-]{43}$/)
      assert.match(refresh_token, /^plr_[A-Za-z0-9_-]{43}$/)
    })

    test('exchanging a code works for less than 60 seconds', async () => {
      const [first, second] = [await setUp(), await setUp()]
      first.world.engine.clock.advance(59_999)
      assert.equal((await first.exchange()).status, 200)
      first.world.engine.clock.advance(1)
      assertOAuthError(await second.exchange(), 400, 'invalid_grant')
    })

    test('exchanging a code a second time is refused, and revokes every token that was issued for the code', async () => {
      const { world, app, exchange } = await setUp()
      const { body } = await exchange()
      const [access, refresh] = [textAt(body, 'access_token'), textAt(body, 'refresh_token')]
      const later = textAt((await postToken(world, refreshForm(app, refresh))).body, 'access_token')
      assertOAuthError(await exchange(), 400, 'invalid_grant')
      assert.deepEqual([await isAlive(world, access), await isAlive(world, later)], [false, false])
      assertOAuthError(await postToken(world, refreshForm(app, refresh)), 400, 'invalid_grant')
      assertOAuthError(await exchange(), 400, 'invalid_grant')
    })

    test('exchanging a code revokes no tokens of other codes', async () => {
      const { world, app, agent, exchange } = await setUp()
      const other = await postToken(world, exchangeForm(app, await codeFor(world, app, agent)))
      await exchange()
      await exchange()
      assert.equal(await isAlive(world, textAt(other.body, 'access_token')), true)
    })

    test('exchanging a code works only for the client of the code; a wrong client leaves the code usable', async () => {
      const { world, app, code, exchange } = await setUp()
      const other = await registerApp(world)
      const stolen = exchangeForm({ ...other, redirectUri: app.redirectUri }, code)
      assertOAuthError(await postToken(world, stolen), 400, 'invalid_grant')
      assertOAuthError(await exchange({ client_secret: 'wrong' }), 401, 'invalid_client')
      assertOAuthError(await exchange({ redirect_uri: `${app.redirectUri}/` }), 400, 'invalid_grant')
      assert.equal((await exchange()).status, 200)
    })

    test('exchanging a code a second time by another client revokes nothing', async () => {
      const { world, app, agent, code, exchange } = await setUp()
      const { body } = await exchange()
      const [access, refresh] = [textAt(body, 'access_token'), textAt(body, 'refresh_token')]
      for (const others of [world, await suite.world()]) {
        const { clientId: client_id, clientSecret: client_secret } = await registerApp(others)
        assertOAuthError(await exchange({ client_id, client_secret }), 400, 'invalid_grant')
      }
      assert.equal(await isAlive(world, access), true)
      assert.equal((await postToken(world, refreshForm(app, refresh))).status, 200)
      const other = exchangeForm(app, await codeFor(world, app, agent))
      assert.equal((await postToken(world, other)).status, 200)
      assertOAuthError(await postToken(world, exchangeForm(app, code)), 400, 'invalid_grant')
      assert.equal(await isAlive(world, access), false)
    })

    test('exchanging a code by its own client and another at the same time returns active tokens to its own client', async () => {
      const { world, exchange } = await setUp()
      const { clientId: client_id, clientSecret: client_secret } = await registerApp(world)
      const thieves = () => Array.from({ length: 10 }, () => exchange({ client_id, client_secret }))
      const [own, ...stolen] = await Promise.all([exchange(), ...thieves(), ...thieves()])
      for (const answer of stolen) assertOAuthError(answer, 400, 'invalid_grant')
      assert.equal(own?.status, 200)
      assert.equal(await isAlive(world, textAt(own?.body, 'access_token')), true)
    })

    test('exchanging a code of a removed agent or app is refused', async () => {
      const [first, second] = [await setUp(), await setUp()]
      const { admin } = first.world.engine.parley
      await admin.agents.delete(first.agent.id)
      assertOAuthError(await first.exchange(), 400, 'invalid_grant')
      await admin.apps.delete(second.app.clientId)
      assertOAuthError(await second.exchange(), 401, 'invalid_client')
    })

    test('exchanging a code from before a password change is refused', async () => {
      const { world, agent, exchange } = await setUp()
      await world.engine.parley.admin.agents.setPassword(agent.id, 'another password')
      assertOAuthError(await exchange(), 400, 'invalid_grant')
    })

    test('exchanging a code works when the license has expired', async () => {
      const { world, exchange } = await setUp()
      await world.engine.parley.admin.licenses.update(world.licenseId, { expiresAt: new Date(0) })
      assert.equal((await exchange()).status, 200)
    })

    test('exchanging a code fifty times at the same time returns at most one pair of tokens, which is then revoked', async () => {
      const { world, app, exchange } = await setUp()
      const answers = await Promise.all(Array.from({ length: 50 }, () => exchange()))
      const won = answers.filter(({ status }) => status === 200)
      assert.equal(won.length, 1)
      for (const answer of answers) if (answer.status !== 200) assertOAuthError(answer, 400, 'invalid_grant')
      for (const { body } of won) {
        assert.equal(await isAlive(world, textAt(body, 'access_token')), false)
        const refresh = await postToken(world, refreshForm(app, textAt(body, 'refresh_token')))
        assertOAuthError(refresh, 400, 'invalid_grant')
      }
    })
  })

  describe('a client that authenticates', () => {
    async function attempts(form: Record<string, string>, headers: Record<string, string> = {}) {
      const { world, app, agent } = await setUp()
      const { client_id: _, client_secret: __, ...rest } = exchangeForm(app, await codeFor(world, app, agent))
      const fill = (text: string) =>
        text.replaceAll('ID', app.clientId).replaceAll('SECRET', app.clientSecret)
      const filled = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, fill(value)]))
      const [id, secret] = (headers.basic ?? '').split(' ').map(fill)
      const authorization =
        id === undefined || secret === undefined || headers.basic === undefined ? {} : basic(id, secret)
      const raw = headers.authorization === undefined ? {} : { authorization: fill(headers.authorization) }
      return postToken(world, { ...rest, ...filled }, { ...authorization, ...raw })
    }
    const accepted: Readonly<Record<string, () => Promise<WebAnswer>>> = {
      'in the form': () => attempts({ client_id: 'ID', client_secret: 'SECRET' }),
      'with Basic': () => attempts({}, { basic: 'ID SECRET' }),
      'with Basic and its client_id in the form': () => attempts({ client_id: 'ID' }, { basic: 'ID SECRET' }),
    }
    for (const [title, request] of Object.entries(accepted)) {
      test(`${title} gets tokens`, async () => assert.equal((await request()).status, 200))
    }
    const refused: Readonly<
      Record<string, readonly [status: number, code: string, () => Promise<WebAnswer>]>
    > = {
      'without a secret': [401, 'invalid_client', () => attempts({ client_id: 'ID' })],
      'with an empty secret': [401, 'invalid_client', () => attempts({ client_id: 'ID', client_secret: '' })],
      'with a wrong secret': [
        401,
        'invalid_client',
        () => attempts({ client_id: 'ID', client_secret: 'pls_x' }),
      ],
      'with the secret in another case': [
        401,
        'invalid_client',
        () => attempts({ client_id: 'ID', client_secret: 'SECRET'.toLowerCase() }),
      ],
      'as nobody known': [
        401,
        'invalid_client',
        () => attempts({ client_id: 'f'.repeat(32), client_secret: 'SECRET' }),
      ],
      'without an id': [400, 'invalid_request', () => attempts({ client_secret: 'SECRET' })],
      'in two ways': [
        400,
        'invalid_request',
        () => attempts({ client_secret: 'SECRET' }, { basic: 'ID SECRET' }),
      ],
      'as two clients': [
        400,
        'invalid_request',
        () => attempts({ client_id: 'f'.repeat(32) }, { basic: 'ID SECRET' }),
      ],
      'with a wrong secret in Basic': [401, 'invalid_client', () => attempts({}, { basic: 'ID wrong' })],
      'with malformed Basic': [401, 'invalid_client', () => attempts({}, { authorization: 'Basic !!!!' })],
      'with Basic of one part': [
        401,
        'invalid_client',
        () => attempts({}, { authorization: `Basic ${btoa('f'.repeat(32))}` }),
      ],
    }
    for (const [title, [status, code, request]] of Object.entries(refused)) {
      test(`${title} gets ${code}`, async () => {
        const answer = await request()
        assertOAuthError(answer, status, code)
        if (status === 401) assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="parley"')
      })
    }

    test('only a server-side app authenticates with a secret, because a browser app has none', async () => {
      const { world, code } = await setUp()
      const app = await registerApp(world, { type: 'browser' })
      for (const client_secret of ['', 'null', 'undefined']) {
        const form = { ...exchangeForm(app, code), client_secret }
        assertOAuthError(await postToken(world, form), 401, 'invalid_client')
      }
    })

    test('a client has one secret: a new one invalidates the old one', async () => {
      const { world, app, exchange } = await setUp()
      const { clientSecret } = await world.engine.parley.admin.apps.rotateSecret(app.clientId)
      assertOAuthError(await exchange(), 401, 'invalid_client')
      const { status, body } = await exchange({ client_secret: clientSecret })
      assert.equal(status, 200)
      const { body: shown } = await info(world, textAt(body, 'access_token'))
      assert.equal(at(shown, 'client_id'), app.clientId)
    })
  })
})
