import assert from 'node:assert/strict'
import type { Storage } from '@parley/core/storage'
import { StorageError } from '@parley/core/storage'
import { startChat } from '../../support/conversations.js'
import { within } from '../../support/deadline.js'
import { useEngine } from '../../support/engine.js'
import { authentication, unknownChat, validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { StorageValve } from '../../support/storage-valve.js'
import { exchange, post, type WebAnswer } from '../../support/web-client.js'
import type { Person } from '../../support/world.js'
import { proving } from '../proving.js'
import { verifies } from '../verifies.js'

const event = { type: 'message', text: 'Hello' }
const summary = ['customer', 'v0.5', 'get_chats_summary'] as const
const filtered = ['agent', 'v0.4', 'get_filtered_chats'] as const

proving('errors', (storage) => {
  const suite = useEngine(storage)

  verifies(
    [
      'chat.error.payload',
      'chat.error.validation',
      'decisions.2.web',
      'decisions.2.rtm',
      'decisions.2.message',
      'decisions.2.validation.400',
    ],
    'errors are {error: {type, message}} over HTTP and in a failed response, and describe the problem',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const error = validation('payload.chat_id is required')
      const { status, body } = await agent.web().post('send_event', { event })
      assert.deepEqual([status, body], [400, { error }])
      const connection = await agent.connect()
      assert.deepEqual(await connection.call('send_event', { event }), {
        ...{ request_id: 'request-2', action: 'send_event', type: 'response', success: false },
        payload: { error },
      })
    },
  )

  verifies(
    ['chat.error.validation', 'decisions.2.validation.400'],
    'errors have the type validation for malformed requests',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const url = `${suite.engine.origin}/agent/v0.4/action/send_event`
      const headers = { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' }
      const malformed = await exchange(url, { method: 'POST', headers, body: '{' })
      assert.deepEqual(
        [malformed.status, at(malformed.body, 'error')],
        [400, validation('the request is not valid JSON')],
      )
      for (const caller of [agent.web(), await agent.connect()]) {
        assert.deepEqual(await caller.refuse('fly'), validation('unknown action "fly"'))
        const wrong = { chat_id: 7, event }
        assert.deepEqual(
          await caller.refuse('send_event', wrong),
          validation('payload.chat_id must be a string'),
        )
      }
    },
  )

  verifies(
    [
      'decisions.2.validation.unknown',
      'decisions.2.others_chat',
      'decisions.15.other_license',
      'decisions.5.1.chats',
    ],
    'errors are the same for unknown things and those of another license or customer',
    async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const { chatId } = await startChat(await world.customer())
      const elsewhere = await startChat(await (await suite.world()).customer())
      for (const chat_id of ['nowhere', chatId, elsewhere.chatId]) {
        assert.deepEqual(await customer.web().refuse('send_event', { chat_id, event }), unknownChat)
      }
      const own = await customer.web().succeed('get_chats_summary')
      assert.deepEqual(own, { chats_summary: [], total_chats: 0 })
      for (const chat_id of ['nowhere', elsewhere.chatId]) {
        assert.deepEqual(await agent.web().refuse('send_event', { chat_id, event }), unknownChat)
      }
      const threads = { chat_id: chatId, thread_ids: [elsewhere.threadId] }
      const error = validation('payload.thread_ids[0] does not match any thread of the chat')
      assert.deepEqual(await agent.web().refuse('get_chat_threads', threads), error)
    },
  )

  verifies(
    [
      'chat.error.authentication',
      'chat.authentication.failed',
      'decisions.2.authentication.401',
      'decisions.2.authentication.www_authenticate',
    ],
    'errors have the type authentication without a valid token of that API',
    async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const stranger = await (await suite.world()).customer()
      const { licenseId } = world
      const { origin } = suite.engine
      const { tokens } = suite.engine.parley.admin
      const revoked = await world.customer()
      await tokens.revoke(revoked.token)
      for (const token of [agent.token, stranger.token, revoked.token, 'plc_unknown']) {
        const answer = await post(origin, summary, { licenseId, token })
        assert.deepEqual([answer.status, answer.body], [401, { error: authentication }])
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      }
      const wrongKind = await post(origin, filtered, { token: customer.token })
      assert.deepEqual([wrongKind.status, wrongKind.body], [401, { error: authentication }])
      const none = await post(origin, filtered, {})
      assert.deepEqual([none.status, at(none.body, 'error.type')], [401, 'authentication'])
      const connection = await agent.open()
      assert.deepEqual(await connection.refuse('login', { token: 'pla_unknown' }), authentication)
    },
  )

  verifies(
    ['chat.error.authorization', 'decisions.2.authorization.403'],
    'errors have the type authorization without a scope',
    async () => {
      const world = await suite.world()
      const agent = await world.agent('ada', { scopes: [] })
      const { chatId: chat_id } = await startChat(await world.customer())
      const { status, body } = await agent.web().post('send_event', { chat_id, event })
      const scopes = 'chats.conversation--all:write, chats.conversation--my:write'
      const message = `Authorization error: one of the scopes ${scopes} is needed`
      assert.deepEqual([status, body], [403, { error: { type: 'authorization', message } }])
    },
  )

  verifies(
    [
      'chat.error.unsupported_version',
      'chat.version.unsupported',
      'decisions.2.unsupported_version.400',
      'decisions.9.other',
    ],
    'errors have the type unsupported_version for an unknown version',
    async () => {
      const world = await suite.world()
      const { token } = await world.customer()
      const error = { type: 'unsupported_version', message: 'Unsupported version' }
      for (const [api, version] of [
        ['customer', 'v0.2'],
        ['customer', 'v0.6'],
        ['agent', 'v0.2'],
        ['agent', 'v0.5'],
      ] as const) {
        const { licenseId } = world
        const answer = await post(suite.engine.origin, [api, version, 'start_chat'], { licenseId, token })
        assert.deepEqual([answer.status, answer.body], [400, { error }])
      }
    },
  )

  verifies(
    'decisions.2.license_not_found.404',
    'errors have the type license_not_found for an unknown license',
    async () => {
      const { token } = await (await suite.world()).customer()
      const { status, body } = await post(suite.engine.origin, summary, { licenseId: 999_999_999, token })
      assert.deepEqual(
        [status, body],
        [404, { error: { type: 'license_not_found', message: 'License not found' } }],
      )
    },
  )

  verifies(
    ['decisions.2.not_found.404', 'decisions.2.method_not_allowed.405', 'decisions.15.endpoint'],
    'errors have the type not_found, method_not_allowed or validation for an unknown address',
    async () => {
      const ask = async (method: string, path: string) => {
        const { status, headers, body } = await exchange(suite.engine.origin + path, { method })
        return [status, at(body, 'error.type'), headers.get('allow')]
      }
      assert.deepEqual(await ask('POST', '/nowhere'), [404, 'not_found', null])
      assert.deepEqual(await ask('POST', '/agent/v0.4/nowhere'), [400, 'validation', null])
      const action = '/agent/v0.4/action/get_filtered_chats'
      assert.deepEqual(await ask('GET', action), [405, 'method_not_allowed', 'POST, OPTIONS'])
    },
  )

  verifies(
    'decisions.2.entity_too_large.413',
    'errors have the type entity_too_large over 256 KiB',
    async () => {
      const agent = await (await suite.world()).agent('ada')
      const headers = { authorization: `Bearer ${agent.token}`, 'content-type': 'application/json' }
      const ask = (bytes: number) => {
        const url = `${suite.engine.origin}/agent/v0.4/action/get_filtered_chats`
        return exchange(url, { method: 'POST', headers, body: '{}'.padEnd(bytes, ' ') })
      }
      assert.equal((await ask(262_144)).status, 200)
      const { status, body } = await ask(262_145)
      assert.deepEqual([status, at(body, 'error.type')], [413, 'entity_too_large'])
    },
  )
})

proving('errors of the engine', (storage) => {
  const valve = new StorageValve()
  const wrap = (inner: Storage) => valve.guard(inner)
  const suite = useEngine(storage, { wrap, expectsErrors: true })

  verifies(
    ['chat.error.internal', 'decisions.2.internal.500', 'decisions.2.service_unavailable.503'],
    'errors of the engine have the type internal or service_unavailable without a detail, and logged with the id of the request',
    async () => {
      const customer = await (await suite.world()).customer()
      for (const [cause, expected, error] of [
        [new Error('select secret'), 500, { type: 'internal', message: 'Internal server error' }],
        [
          new StorageError('unavailable', 'select secret'),
          503,
          { type: 'service_unavailable', message: 'Service unavailable' },
        ],
      ] as const) {
        valve.breakWith(cause)
        const { status, headers, body } = await customer.web().post('start_chat')
        valve.release()
        assert.deepEqual([status, body], [expected, { error }])
        const id = headers.get('x-request-id')
        const logged = suite.engine.errors.filter((line) => at(line, 'requestId') === id)
        assert.deepEqual(
          logged.map((line) => at(line, 'cause')),
          [cause],
        )
      }
    },
  )
})

proving('a slow request', (storage) => {
  const valve = new StorageValve()
  const suite = useEngine(storage, { wrap: (inner: Storage) => valve.guard(inner) })

  /** Closes the thread of a new chat while the storage takes that long. */
  async function closeWithin(ms: number): Promise<{ customer: Person; chatId: string; answer: WebAnswer }> {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    await valve.hold()
    const response = customer.web().post('close_thread', { chat_id: chatId })
    await valve.holding(1)
    suite.engine.clock.advance(ms)
    if (ms < 15_000) valve.release()
    const answer = await within(response, () => 'the answer')
    valve.release()
    return { customer, chatId, answer }
  }

  verifies(
    ['chat.error.request_timeout', 'chat.limit.request_timeout', 'decisions.2.request_timeout.408'],
    'a slow request gets request_timeout after 15 seconds, and nothing is half-written',
    async () => {
      const { customer, chatId: chat_id, answer } = await closeWithin(15_000)
      const error = { type: 'request_timeout', message: 'Request timeouted' }
      assert.deepEqual([answer.status, answer.body], [408, { error }])
      const threads = await customer.web().succeed('get_chat_threads_summary', { chat_id })
      assert.equal(at(threads, 'threads_summary.0.total_events'), 0)
    },
  )

  verifies('chat.limit.request_timeout', 'a slow request is completed if it takes less', async () => {
    const { customer, chatId: chat_id, answer } = await closeWithin(14_999)
    assert.deepEqual([answer.status, answer.body], [200, {}])
    const threads = await customer.web().succeed('get_chat_threads_summary', { chat_id })
    assert.equal(at(threads, 'threads_summary.0.total_events'), 1)
  })
})
