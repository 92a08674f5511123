import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { CreateAppInput } from '@parley/core/admin'
import { test } from '../../support/cells.js'
import { useEngine } from '../../support/engine.js'
import { banned } from '../../support/errors.js'
import { at, textAt } from '../../support/json.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange, type WebAnswer } from '../../support/web-client.js'
import { Person } from '../../support/world.js'
import { assertNotStored, assertOAuthError, isAlive } from '../endpoints.js'
import { tokensFor } from '../flow.js'
import { agentWithPassword, authUrlOf, cheapPasswords, redirectUri, registerApp } from '../tenant.js'

interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>> | string
  readonly json?: unknown
  /** A raw JSON body. */
  readonly text?: string
  readonly token?: string
  readonly path?: string
}

/** Returns the JSON of the object with one more pair at the beginning. */
function repeating(object: object, pair: string): string {
  return JSON.stringify(object).replace('{', `{${pair},`)
}

forEachStorage('oauth: customer tokens', (storage) => {
  const suite = useEngine(storage, cheapPasswords)

  async function setUp(traits: Partial<CreateAppInput> = {}) {
    const world = await suite.world()
    const app = await registerApp(world, { scopes: ['customers.identity--manage'], ...traits })
    const agent = await agentWithPassword(world)
    const { accessToken } = await tokensFor(world, app, agent)
    const good = { client_id: app.clientId, response_type: 'token', redirect_uri: app.redirectUri }
    const create = ({
      query,
      form,
      json,
      text = json === undefined ? undefined : JSON.stringify(json),
      token = accessToken,
      path = '/customer/',
    }: Sent): Promise<WebAnswer> => {
      const type = text === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
      const encoded = typeof form === 'string' ? form : String(new URLSearchParams(form))
      return exchange(`${authUrlOf(world)}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body: text ?? encoded,
      })
    }
    return { world, app, agent, accessToken, good, create }
  }

  describe('POST /customer/', () => {
    test('POST /customer/ creates a customer with a token for the Customer API', async () => {
      const { world, app, good, create } = await setUp()
      const { status, headers, body } = await create({ form: good })
      assert.equal(status, 200)
      assertNotStored(headers)
      const [access_token, entity_id] = [textAt(body, 'access_token'), textAt(body, 'entity_id')]
      const lifetime = { expires_id: 28_800, expires_in: 28_800 }
      assert.deepEqual(body, {
        access_token,
        client_id: app.clientId,
        entity_id,
        ...lifetime,
        token_type: 'Bearer',
      })
      assert.match(access_token, /^plc_[A-Za-z0-9_-]{43}$/)
      const web = new Person(world, 'customer', entity_id, access_token).web()
      assert.equal(at(await web.succeed('get_chats_summary'), 'total_chats'), 0)
    })

    test('POST /customer/ returns another token for an existing customer', async () => {
      const { world, good, create } = await setUp()
      const customer = await world.customer()
      const { body } = await create({ form: { ...good, customer_id: customer.id } })
      assert.equal(textAt(body, 'entity_id'), customer.id)
      assert.equal(await isAlive(world, customer.token), true)
    })

    test('POST /customer/ returns a token for a banned customer, which the Customer API refuses', async () => {
      const { world, good, create } = await setUp()
      const customer = await world.customer()
      await world.engine.parley.admin.customers.ban(customer.id, { days: 1 })
      const { status, body } = await create({ form: { ...good, customer_id: customer.id } })
      assert.equal(status, 200)
      const token = textAt(body, 'access_token')
      assert.equal(await isAlive(world, token), true)
      assert.deepEqual(
        await new Person(world, 'customer', customer.id, token).web().refuse('get_chats_summary'),
        banned,
      )
    })

    test('POST /customer/ creates a new customer for an empty id', async () => {
      const { good, create } = await setUp()
      const first = textAt((await create({ form: { ...good, customer_id: '' } })).body, 'entity_id')
      assert.notEqual(first, textAt((await create({ form: good })).body, 'entity_id'))
    })

    test('POST /customer/ accepts parameters in a form, JSON or the query, and in two of them when they agree', async () => {
      const { good, create } = await setUp()
      const { client_id, ...rest } = good
      const ways: readonly Sent[] = [
        { json: good },
        { query: good },
        { query: good, form: good },
        { query: good, json: good },
        { query: { client_id }, form: rest },
        { query: rest, json: { client_id } },
        { form: good, path: '/customer' },
        { json: { ...good, valid_for: 60 } },
        { json: { ...good, valid_for: '60' }, query: { valid_for: '60' } },
      ]
      for (const way of ways) assert.equal((await create(way)).status, 200, JSON.stringify(way))
    })

    test('POST /customer/ refuses parameters that differ, repeat or are not text', async () => {
      const { good, create } = await setUp()
      const encoded = String(new URLSearchParams(good))
      const ways: readonly Sent[] = [
        { query: { client_id: 'x' }, form: good },
        { query: { valid_for: '60' }, json: { ...good, valid_for: 61 } },
        { form: `${encoded}&client_id=${good.client_id}` },
        { json: [good] },
        { json: null },
        { json: 'client_id' },
        { json: { ...good, client_id: [good.client_id] } },
        { json: { ...good, customer_id: { id: 'x' } } },
        { json: { ...good, client_id: null } },
        { json: { ...good, customer_id: true } },
        { json: { ...good, customer_id: '\ud800' } },
        { json: { ...good, customer_id: 'a\u0000' } },
        { text: repeating(good, '"client_id":"x"') },
        { text: repeating(good, `"client_id":"${good.client_id}"`) },
        { text: repeating(good, String.raw`"client\u005fid":"${good.client_id}"`) },
        { text: repeating(good, '"client_id" : ["x", {"y": 1}]') },
        { text: repeating({ ...good, valid_for: '60' }, '"valid_for":60') },
      ]
      for (const way of ways) assertOAuthError(await create(way), 400, 'invalid_request')
    })

    for (const valid_for of ['1', '2592000']) {
      test(`POST /customer/ gives a token that lives for the ${valid_for} seconds asked for`, async () => {
        const { world, good, create } = await setUp()
        const { body } = await create({ form: { ...good, valid_for } })
        assert.deepEqual(
          [at(body, 'expires_id'), at(body, 'expires_in')],
          [Number(valid_for), Number(valid_for)],
        )
        assert.equal(await isAlive(world, textAt(body, 'access_token')), true)
      })
    }

    test('POST /customer/ returns a token that expires after its lifetime', async () => {
      const { world, good, create } = await setUp()
      const { body } = await create({ form: { ...good, valid_for: '2' } })
      world.engine.clock.advance(1_999)
      assert.equal(await isAlive(world, textAt(body, 'access_token')), true)
      world.engine.clock.advance(1)
      assert.equal(await isAlive(world, textAt(body, 'access_token')), false)
    })

    test('POST /customer/ refuses a lifetime that is not a number of seconds up to 30 days', async () => {
      const { good, create } = await setUp()
      for (const valid_for of [
        '0',
        '-1',
        '2592001',
        '1.5',
        '1e3',
        ' 60',
        '60s',
        '0x10',
        'NaN',
        '9'.repeat(40),
        '٣',
      ]) {
        assertOAuthError(await create({ form: { ...good, valid_for } }), 400, 'invalid_request')
      }
      for (const valid_for of [0, -1, 1.5, 2_592_001, 1e21]) {
        assertOAuthError(await create({ json: { ...good, valid_for } }), 400, 'invalid_request')
      }
    })

    test('POST /customer/ refuses an unknown app, redirect URI or customer', async () => {
      const [{ world, good, create }, elsewhere] = [await setUp(), await setUp()]
      const other = await registerApp(world)
      const stranger = await elsewhere.world.customer()
      const wrong: readonly Readonly<Record<string, string>>[] = [
        { client_id: other.clientId },
        { redirect_uri: `${redirectUri}/` },
        { redirect_uri: `${redirectUri}/more` },
        { redirect_uri: redirectUri.toUpperCase() },
        { redirect_uri: 'https://evil.example' },
        { customer_id: stranger.id },
        { customer_id: '00000000-0000-7000-8000-000000000000' },
        { customer_id: 'x'.repeat(5_000) },
      ]
      for (const change of wrong)
        assertOAuthError(await create({ form: { ...good, ...change } }), 400, 'invalid_request')
      for (const response_type of ['code', 'TOKEN']) {
        assertOAuthError(await create({ form: { ...good, response_type } }), 400, 'unsupported_response_type')
      }
      const before = (await world.engine.parley.admin.customers.list({ licenseId: world.licenseId })).items
        .length
      assert.equal(before, 0)
    })

    test('POST /customer/ needs an active access token with the scope', async () => {
      const { world, good, create, agent } = await setUp()
      const normal = await agentWithPassword(world, 'bob', 'normal')
      const app = await registerApp(world, { scopes: ['customers.identity--manage'] })
      const { accessToken, refreshToken } = await tokensFor(world, app, agent)
      const form = { ...good, client_id: app.clientId }
      for (const token of ['x', refreshToken, (await world.customer()).token]) {
        const refused = await create({ form, token })
        assertOAuthError(refused, 401, 'invalid_token')
      }
      const refused = await create({ form, token: (await tokensFor(world, app, normal)).accessToken })
      assertOAuthError(refused, 403, 'insufficient_scope')
      assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer error="insufficient_scope"/)
      world.engine.clock.advance(28_800_000)
      assertOAuthError(await create({ form, token: accessToken }), 401, 'invalid_token')
    })
  })
})
