import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { useEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { RtmClient } from '../../support/rtm-client.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange } from '../../support/web-client.js'
import { wire } from '../../support/wire.js'

const loginFirst = { type: 'authentication', message: 'Authentication error: login first' }
const isResponse = ({ type }: { readonly type?: unknown }) => type === 'response'

forEachStorage('the RTM protocol', (storage) => {
  const suite = useEngine(storage)

  describe('ping', () => {
    test('ping is answered before and after login, with and without a request_id', async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.open()
      const plain = { action: 'ping', type: 'response', success: true }
      for (const isLoggedIn of [false, true]) {
        if (isLoggedIn) await connection.succeed('login', { token: customer.token })
        connection.send({ action: 'ping' })
        assert.deepEqual(await connection.next(isResponse, 'a response'), plain)
        connection.send({ action: 'ping', request_id: 'mine' })
        assert.deepEqual(await connection.next(isResponse, 'a response'), { request_id: 'mine', ...plain })
      }
    })

    test('a ping control frame is answered with a pong', { skip: !wire.hasControlFrames }, async () => {
      const connection = await (await (await suite.world()).customer()).open()
      await connection.sendPing()
      assert.deepEqual(connection.frames, [])
    })
  })

  describe('login', () => {
    test('a second login on a connection is refused, and the first one stays', async () => {
      const world = await suite.world()
      const [customer, other] = [await world.customer(), await world.customer()]
      const connection = await customer.connect()
      for (const { token } of [customer, other]) {
        assert.deepEqual(await connection.refuse('login', { token }), validation('already logged in'))
      }
      const { chatId } = await startChat(customer)
      const push = await connection.push('incoming_chat_thread')
      assert.equal(at(push, 'chat.id'), chatId)
    })

    test('two logins at the same time succeed once', async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.open()
      const { token } = customer
      const ids = [connection.request('login', { token }), connection.request('login', { token })]
      const responses = await Promise.all(ids.map((id) => connection.response(id)))
      assert.deepEqual(responses.map(({ success }) => success).sort(), [false, true])
    })

    test('login comes before any other action', async () => {
      const world = await suite.world()
      for (const person of [await world.customer(), await world.agent('ada')]) {
        const connection = await person.open()
        for (const action of ['send_event', 'start_chat', 'get_chat_threads', 'nowhere']) {
          assert.deepEqual(await connection.refuse(action), loginFirst)
        }
        await connection.succeed('login', { token: person.token })
        await connection.succeed('start_chat')
      }
    })

    test('login is answered before any push', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId: chat_id } = await startChat(customer)
      const event = { type: 'message', text: 'Hello' }
      const sending = Array.from({ length: 20 }, () => agent.web().succeed('send_event', { chat_id, event }))
      const connections = await Promise.all(Array.from({ length: 8 }, () => customer.connect()))
      await Promise.all(sending)
      for (const { frames } of connections) assert.equal(frames[0]?.action, 'login')
    })
  })

  describe('an envelope', () => {
    test('an envelope gets its request_id and action back, when it succeeds and when it fails', async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.connect()
      connection.send({ request_id: 'ünique', action: 'get_chats_summary' })
      assert.deepEqual(await connection.next(isResponse, 'a response'), {
        ...{ request_id: 'ünique', action: 'get_chats_summary', type: 'response', success: true },
        payload: { chats_summary: [], total_chats: 0 },
      })
      connection.send({ request_id: '', action: 'close_thread' })
      assert.deepEqual(await connection.next(isResponse, 'a response'), {
        ...{ request_id: '', action: 'close_thread', type: 'response', success: false },
        payload: { error: validation('payload.chat_id is required') },
      })
    })

    test('a request with `id` instead of `request_id` gets it back under both names, in successes and refusals', async () => {
      const customer = await (await suite.world()).customer()
      const connection = await customer.open()
      const answer = async (message: object) => {
        connection.send({ id: 'old', type: 'request', version: '1.0', ...message })
        const { id, request_id, action, success } = await connection.next(isResponse, 'a response')
        return [id, request_id, action, success]
      }
      const { token } = customer
      assert.deepEqual(await answer({ action: 'start_chat' }), ['old', 'old', 'start_chat', false])
      assert.deepEqual(await answer({ action: 'login', payload: { token } }), ['old', 'old', 'login', true])
      assert.deepEqual(await answer({ action: 'ping' }), ['old', 'old', 'ping', true])
      assert.deepEqual(await answer({ action: 'ping', request_id: 'new' }), [undefined, 'new', 'ping', true])
      assert.deepEqual(await answer({ action: 'nowhere' }), ['old', 'old', 'nowhere', false])
      assert.deepEqual(await answer({ action: 'start_chat' }), ['old', 'old', 'start_chat', true])
      assert.equal((await connection.next(({ type }) => type === 'push', 'a push')).request_id, 'old')
    })

    test('an envelope with fields of an action beside payload is refused, and the error names them', async () => {
      const world = await suite.world()
      const customer = await world.customer()
      const connection = await customer.connect()
      const keys = 'request_id, id, action, type, version, payload, author_id, idempotency_key'
      const end = 'and the fields of the action belong in payload'
      for (const beside of [{ name: 'Kim' }, { payload: {}, name: 7 }, { name: {}, author_id: '' }]) {
        connection.send({ request_id: 'mine', action: 'update_customer', ...beside })
        assert.deepEqual(await connection.next(isResponse, 'a response'), {
          ...{ request_id: 'mine', action: 'update_customer', type: 'response', success: false },
          payload: { error: validation(`the request cannot have name: its keys are ${keys}, ${end}`) },
        })
        const url = `${suite.engine.origin}/customer/v0.5/action/update_customer?license_id=${world.licenseId}`
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${customer.token}` }
        const refused = await exchange(url, { method: 'POST', headers, body: JSON.stringify(beside) })
        const error = validation(`the request cannot have name: its keys are payload, author_id, ${end}`)
        assert.deepEqual([refused.status, refused.body], [400, { error }])
      }
    })

    test('an envelope with an empty author_id is accepted, in login too and for customers', async () => {
      const world = await suite.world()
      for (const person of [await world.customer({ name: 'Kim' }), await world.agent('ada')]) {
        const connection = await person.open()
        const options = { authorId: '' }
        await connection.succeed('login', { token: person.token }, options)
        await connection.succeed('start_chat', {}, options)
        await person.web().succeed('start_chat', {}, options)
      }
    })

    test('an envelope gets its request_id and action back even when its content is refused unread', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      connection.send({ request_id: 'mine', action: 'send_event', payload: { text: 'a\0' } })
      assert.deepEqual(await connection.next(isResponse, 'a response'), {
        ...{ request_id: 'mine', action: 'send_event', type: 'response', success: false },
        payload: { error: validation('request.payload.text contains a NUL character') },
      })
      connection.send({ request_id: 'mine', action: 'send_event', author_id: 7 })
      assert.deepEqual(await connection.next(isResponse, 'a response'), {
        ...{ request_id: 'mine', action: 'send_event', type: 'response', success: false },
        payload: { error: validation('author_id must be a string') },
      })
    })

    test('an envelope without an action, or with a request_id that is not a text, is refused', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      const refusal = async (envelope: object) => {
        connection.send(envelope)
        const { type, success, payload } = await connection.next(isResponse, 'a response')
        assert.deepEqual([type, success], ['response', false])
        return at(payload, 'error')
      }
      assert.deepEqual(await refusal({}), validation('action is required'))
      assert.deepEqual(await refusal({ action: 7 }), validation('action must be a string'))
      assert.deepEqual(
        await refusal({ action: 'ping', request_id: 7 }),
        validation('request_id must be a string'),
      )
      assert.deepEqual(
        await refusal({ action: 'ping', request_id: 'x'.repeat(257) }),
        validation('request_id must have at most 256 characters'),
      )
    })

    test('an envelope that is not JSON is refused, and the connection stays open', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      connection.sendText('{')
      assert.deepEqual(await connection.next(isResponse, 'a response'), {
        ...{ type: 'response', success: false },
        payload: { error: validation('the request is not valid JSON') },
      })
      await connection.succeed('ping')
    })

    test('an envelope with an unknown action is refused', async () => {
      const connection = await (await (await suite.world()).customer()).connect()
      assert.deepEqual(await connection.refuse('nowhere'), validation('unknown action "nowhere"'))
      assert.deepEqual(await connection.refuse('__proto__'), validation('unknown action "__proto__"'))
    })
  })

  describe('the address', () => {
    test('the address of a customer must name the license', async () => {
      const customer = await (await suite.world()).customer()
      const address = customer.rtmUrl().split('?')[0] ?? ''
      const error = (detail: string) => ({ status: 400, body: { error: validation(detail) } })
      assert.deepEqual(
        await RtmClient.openRefused(address),
        error('the query parameter license_id is required'),
      )
      assert.deepEqual(
        await RtmClient.openRefused(`${address}?license_id=one`),
        error('the query parameter license_id must be one positive integer'),
      )
    })

    test('an address with an unknown license opens, gets the error, and is closed', async () => {
      const customer = await (await suite.world()).customer()
      const address = customer.rtmUrl().split('?')[0] ?? ''
      const connection = await RtmClient.open(`${address}?license_id=999999999`)
      assert.deepEqual(await connection.framesUntilEnd(), [
        { action: 'customer_disconnected', type: 'push', payload: { reason: 'license_not_found' } },
      ])
      assert.equal((await connection.waitForEnd()).code, 4003)
    })

    test('an unknown address is refused with an HTTP response', async () => {
      const origin = suite.engine.origin.replace('http', 'ws')
      const unknown = { status: 404, body: { error: { type: 'not_found', message: 'Not found' } } }
      assert.deepEqual(await RtmClient.openRefused(`${origin}/nowhere`), unknown)
      assert.deepEqual(await RtmClient.openRefused(`${origin}/agent/v0.4/rtm/tcp`), {
        status: 400,
        body: { error: validation('unknown endpoint') },
      })
    })
  })
})
