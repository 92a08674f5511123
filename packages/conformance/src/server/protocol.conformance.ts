import assert from 'node:assert/strict'
import { refusedTexts } from './bounds.conformance.js'
import { expectedError } from './errors.js'
import { assertLike, at, someId, someNumber, someSeconds, someTextLike } from './json.js'
import { Person } from './people.js'
import { pushFrame, RtmClient } from './rtm-client.js'
import type { ServerCases } from './suite.js'
import { WebsocketLink, websocketAddress } from './websocket-transport.js'

/** Cases for the RTM protocol that apply to both the Agent and the Customer API. */
export function protocolCases(cases: ServerCases): void {
  loginCases(cases)
  envelopeCases(cases)
  addressCases(cases)
  websocketCases(cases)
}

function loginCases(cases: ServerCases): void {
  cases.addOver('login answers a customer in full', async (context, transport) => {
    const customer = await context.customer()
    const connection = await context.open(customer, transport)
    assertLike(await connection.call('login', { token: customer.token }), {
      ...{ request_id: 'request-1', action: 'login', type: 'response', success: true },
      payload: {
        customer_id: customer.id,
        static_config_path: someTextLike(/\/customer\/v0\.5\/static_config/),
      },
    })
  })

  cases.addOver('login answers an agent in full', async (context, transport) => {
    const { ada, tenant } = context
    const connection = await context.open(ada, transport)
    const profile = { id: ada.id, type: 'agent', name: 'Ada', email: ada.id, present: true }
    assertLike(await connection.succeed('login', { token: `Bearer ${ada.token}` }), {
      license: {
        ...{ id: tenant.licenseId, plan: someId, expiration_timestamp: null },
        ...{ creation_timestamp: someSeconds, in_trial: false },
      },
      my_profile: { ...profile, routing_status: 'accepting_chats', permission: 'administrator' },
      chats_summary: [],
    })
  })

  cases.addOver('login must come first, and only once', async (context, transport) => {
    const customer = await context.customer()
    const connection = await context.open(customer, transport)
    assertLike(await connection.refuse('start_chat'), expectedError('authentication'))
    assertLike(await connection.refuse('login', { token: 'plc_unknown' }), expectedError('authentication'))
    await connection.succeed('login', { token: customer.token })
    assertLike(await connection.refuse('login', { token: customer.token }), expectedError('validation'))
    await connection.succeed('start_chat')
  })
}

function envelopeCases(cases: ServerCases): void {
  cases.addOver(
    'a response repeats the request_id, if any, and the action of its request',
    async (context, transport) => {
      const connection = await context.connect(await context.customer(), transport)
      const answered = { action: 'get_chats_summary', type: 'response', success: true }
      const payload = { chats_summary: [], total_chats: someNumber }
      for (const request_id of ['ünique', '', 'x'.repeat(256)]) {
        connection.link.send({ request_id, action: 'get_chats_summary' })
        assertLike(await connection.nextResponse(), { request_id, ...answered, payload })
      }
      connection.link.send({ action: 'get_chats_summary' })
      assertLike(await connection.nextResponse(), { ...answered, payload })
    },
  )

  cases.addOver('a failed response repeats them too, with its error', async (context, transport) => {
    const connection = await context.connect(await context.customer(), transport)
    const refusals = [
      [{ action: 'send_event' }, 'validation'],
      [{ action: 'nowhere' }, 'validation'],
      [{ action: '__proto__' }, 'validation'],
      [{ action: 'send_event', payload: { text: 'a\0' } }, 'validation'],
      [{ action: 'send_event', payload: [] }, 'validation'],
    ] as const
    for (const [request, type] of refusals) {
      connection.link.send({ request_id: 'mine', ...request })
      const { action } = request
      assertLike(await connection.nextResponse(), {
        ...{
          request_id: 'mine',
          action,
          type: 'response',
          success: false,
          payload: { error: expectedError(type) },
        },
      })
    }
  })

  cases.addOver('ping is answered before login and after it', async (context, transport) => {
    const customer = await context.customer()
    const connection = await context.open(customer, transport)
    const pong = { action: 'ping', type: 'response', success: true }
    for (const isLoggedIn of [false, true]) {
      if (isLoggedIn) await connection.succeed('login', { token: customer.token })
      connection.link.send({ action: 'ping' })
      assert.deepEqual(await connection.nextResponse(), pong)
      connection.link.send({ action: 'ping', request_id: 'mine' })
      assert.deepEqual(await connection.nextResponse(), { request_id: 'mine', ...pong })
    }
  })

  cases.addOver(
    'a message beyond the rate limit is refused, and the connection stays open',
    async (context, transport) => {
      const connection = await context.connect(await context.customer(), transport)
      const ids = Array.from({ length: 60 }, () => connection.request('ping'))
      const refused = await connection.next(({ success }) => success === false, 'a refusal')
      assertLike(at(refused, 'payload.error'), expectedError('too_many_requests'))
      assert.equal((await connection.response(ids[0] ?? '')).success, true)
    },
  )
}

function addressCases(cases: ServerCases): void {
  cases.addOver(
    'an unknown version is reported with a push before the connection ends',
    async (context, transport) => {
      const customer = await context.customer()
      for (const [person, version, push] of [
        [customer, 'v0.6', 'customer_disconnected'],
        [context.ada, 'v0.5', 'agent_disconnected'],
      ] as const) {
        const connection = await context.open(person, transport, version)
        const { rest, code } = await connection.waitForEnd()
        assert.deepEqual(rest, [pushFrame(push, { reason: 'unsupported_version' })])
        assert.equal(code, transport.hasCloseCodes ? 4004 : undefined)
      }
    },
  )

  cases.addOver(
    'an unknown license is reported with a push before the connection ends',
    async (context, transport) => {
      const { id, token } = await context.customer()
      const lost = new Person(context.server, { api: 'customer', id, token, licenseId: 999_999_999 })
      const { rest, code } = await (await context.open(lost, transport)).waitForEnd()
      assert.deepEqual(rest, [pushFrame('customer_disconnected', { reason: 'license_not_found' })])
      assert.equal(code, transport.hasCloseCodes ? 4003 : undefined)
    },
  )
}

function websocketCases(cases: ServerCases): void {
  cases.addIf(
    'websocket',
    'a websocket without license_id is refused with an HTTP response',
    async (context) => {
      const customer = await context.customer()
      const { status, body } = await WebsocketLink.refusal(
        websocketAddress({ ...customer.getRtmAddress(), query: '' }),
      )
      assert.equal(status, 400)
      assertLike(body, { error: expectedError('validation') })
    },
  )

  for (const [what, text] of refusedTexts) {
    cases.addIf(
      'websocket',
      `a text frame with ${what} is refused, and the connection stays open`,
      async (context) => {
        const connection = await context.websocket(context.ada)
        connection.link.sendText(text.startsWith('{"') ? text.replace('{', '{"action":"send_event",') : text)
        const response = await connection.nextResponse()
        assert.equal(response.success, false)
        assertLike(at(response, 'payload.error'), expectedError('validation'))
        await connection.succeed('ping')
      },
    )
  }

  cases.addIf('websocket', 'a text frame over 256 KiB ends the connection', async (context) => {
    const connection = await context.websocket(context.ada)
    connection.link.sendText(JSON.stringify({ request_id: 'large', action: 'ping' }).padEnd(262_144, ' '))
    await connection.response('large')
    connection.link.sendText('{}'.padEnd(262_145, ' '))
    assert.equal((await connection.waitForEnd()).code, 1009)
  })

  cases.addIf('websocket', 'before login a text frame is limited to 64 KiB', async (context) => {
    const address = websocketAddress(context.ada.getRtmAddress())
    const connection = await RtmClient.open(context.server, (listener) =>
      WebsocketLink.open(address, listener),
    )
    connection.link.sendText('{}'.padEnd(65_537, ' '))
    assert.equal((await connection.waitForEnd()).code, 1009)
  })

  cases.addIf(
    'websocket',
    'a binary frame ends the connection, and a control frame is answered',
    async (context) => {
      const connection = await context.websocket(context.ada)
      await connection.link.ping()
      connection.link.sendBytes(Buffer.from('{"action":"ping"}'))
      assert.equal((await connection.waitForEnd()).code, 1003)
    },
  )
}
