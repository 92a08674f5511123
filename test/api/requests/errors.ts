import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Storage } from '@parley/core/storage'
import { StorageError } from '@parley/core/storage'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { startSeconds, useEngine } from '../../support/engine.js'
import { authentication, validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'
import { exchange, post } from '../../support/web-client.js'

const json = { 'content-type': 'application/json' }
const tokenRequired = {
  type: 'authentication',
  message: 'Authentication error: a bearer token is required',
}

forEachStorage('errors of the Web API', (storage) => {
  const suite = useEngine(storage)

  describe('authentication', () => {
    test('a missing token answers 401 with WWW-Authenticate', async () => {
      const { licenseId } = await suite.world()
      const target = ['customer', 'v0.5', 'get_chats_summary'] as const
      const { status, headers, body } = await post(suite.engine.origin, target, { licenseId })
      assert.equal(status, 401)
      assert.equal(headers.get('www-authenticate'), 'Bearer')
      assert.deepEqual(body, { error: tokenRequired })
    })

    test('the authentication scheme is accepted in any case, and other schemes are refused', async () => {
      const agent = await (await suite.world()).agent('ada')
      const url = `${suite.engine.origin}/agent/v0.4/action/get_filtered_chats`
      const answer = async (authorization: string) =>
        (await exchange(url, { method: 'POST', headers: { ...json, authorization } })).status
      assert.deepEqual(await answer(`bearer ${agent.token}`), 200)
      assert.deepEqual(await answer(`BEARER  ${agent.token}`), 200)
      assert.deepEqual(await answer(`Basic ${agent.token}`), 401)
      assert.deepEqual(await answer(agent.token), 401)
      assert.deepEqual(await answer('Bearer '), 401)
    })

    test('a token of the wrong kind, of another license, or unknown is refused', async () => {
      const world = await suite.world()
      const [customer, agent] = [await world.customer(), await world.agent('ada')]
      const stranger = await (await suite.world()).customer()
      const { licenseId } = world
      const summary = ['customer', 'v0.5', 'get_chats_summary'] as const
      const filtered = ['agent', 'v0.4', 'get_filtered_chats'] as const
      const answers = await Promise.all([
        post(suite.engine.origin, summary, { licenseId, token: agent.token }),
        post(suite.engine.origin, summary, { licenseId, token: stranger.token }),
        post(suite.engine.origin, summary, { licenseId, token: 'plc_unknown' }),
        post(suite.engine.origin, filtered, { token: customer.token }),
        post(suite.engine.origin, filtered, { token: 'pla_unknown' }),
      ])
      for (const { status, body } of answers) {
        assert.deepEqual([status, body], [401, { error: authentication }])
      }
    })
  })

  describe('the license', () => {
    test('an unknown license answers 404', async () => {
      const { token } = await (await suite.world()).customer()
      const target = ['customer', 'v0.5', 'get_chats_summary'] as const
      const answer = await post(suite.engine.origin, target, { token, licenseId: 999_999_999 })
      const error = { type: 'license_not_found', message: 'License not found' }
      assert.deepEqual([answer.status, answer.body], [404, { error }])
    })

    test('customer requests must name the license, as one positive integer', async () => {
      const { token } = await (await suite.world()).customer()
      const url = `${suite.engine.origin}/customer/v0.5/action/get_chats_summary`
      const error = async (query: string) => {
        const headers = { ...json, authorization: `Bearer ${token}` }
        const { status, body } = await exchange(url + query, { method: 'POST', headers })
        return [status, at(body, 'error')]
      }
      const required = validation('the query parameter license_id is required')
      const notOne = validation('the query parameter license_id must be one positive integer')
      const tooLong = validation('the query string is longer than 8192 bytes')
      assert.deepEqual(await error(''), [400, required])
      assert.deepEqual(await error('?license=1'), [400, required])
      for (const value of ['', '0', '-1', '1.0', 'one', '1e3', '1&license_id=2', '9999999999999999']) {
        assert.deepEqual(await error(`?license_id=${value}`), [400, notOne], value)
      }
      assert.deepEqual(await error(`?license_id=1&${'x'.repeat(8_192)}`), [400, tooLong])
    })
  })

  describe('the address', () => {
    const paths = [
      '/',
      '/customer',
      '/customers/v0.5/action/x',
      '/agent/',
      '/nowhere',
      '/favicon.ico',
      '//agent',
    ]
    for (const path of paths) {
      test(`an address answers 404 at ${path}`, async () => {
        const { status, body } = await exchange(suite.engine.origin + path, { method: 'POST' })
        assert.deepEqual([status, body], [404, { error: { type: 'not_found', message: 'Not found' } }])
      })
    }

    for (const path of [
      '/agent/v0.4/nowhere',
      '/agent/v0.4',
      '/customer/v0.5/action',
      '/customer/v0.5/action/a/b',
    ]) {
      test(`an address answers 400 to an unknown endpoint under a valid version: ${path}`, async () => {
        const { status, body } = await exchange(suite.engine.origin + path, { method: 'POST' })
        assert.deepEqual([status, body], [400, { error: validation('unknown endpoint') }])
      })
    }

    test('an address answers 400 to an unknown action', async () => {
      const agent = await (await suite.world()).agent('ada')
      for (const action of ['nowhere', 'SEND_EVENT', 'constructor', '__proto__', 'ping']) {
        const { status, body } = await agent.web().post(action)
        assert.deepEqual([status, at(body, 'error')], [400, validation(`unknown action "${action}"`)])
      }
    })

    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      test(`an address answers 405 with Allow to ${method}`, async () => {
        const url = `${suite.engine.origin}/agent/v0.4/action/get_filtered_chats`
        const { status, headers, body } = await exchange(url, { method })
        assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS'])
        assert.equal(at(body, 'error.type'), 'method_not_allowed')
      })
    }
  })

  test('every response is JSON and not cached', async () => {
    const agent = await (await suite.world()).agent('ada')
    const answers = [await agent.web().post('get_filtered_chats'), await agent.web().post('nowhere')]
    for (const { headers } of answers) {
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
  })
})

forEachStorage('errors of the Web API', (storage) => {
  const suite = useEngine(storage)

  test('an expired token answers 401, and an expired license answers 402', async () => {
    const world = await suite.world({ expiresAt: new Date((startSeconds + 60) * 1_000) })
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const { chatId } = await startChat(agent)
    suite.engine.clock.advance(60_000)
    const expired = { error: { type: 'license_expired', message: 'License expired' } }
    for (const [person, action] of [
      [customer, 'get_chats_summary'],
      [agent, 'get_filtered_chats'],
    ] as const) {
      const { status, body } = await person.web().post(action)
      assert.deepEqual([status, body], [402, expired])
    }
    const lasting = await suite.world()
    const other = await lasting.agent('bob')
    suite.engine.clock.advance(28_800_000)
    const { status, body } = await other.web().post('get_chat_threads', { chat_id: chatId })
    assert.deepEqual([status, body], [401, { error: authentication }])
  })
})

forEachStorage('the timeout of a request', (storage) => {
  const [writes, lookUps] = [new StorageValve(), new StorageValve()]
  const wrap = (inner: Storage) => writes.guard(lookUps.guardTokens(inner))
  const suite = useEngine(storage, { wrap })

  /** Holds the look-up of the token for 10 s and then a write until the time limit of the request is over. */
  async function holdTooLong<T>(begin: () => Promise<T> | T): Promise<T> {
    await lookUps.hold()
    await writes.hold()
    const begun = begin()
    await lookUps.holding(1)
    suite.engine.clock.advance(10_000)
    lookUps.release()
    await writes.holding(1)
    suite.engine.clock.advance(5_000)
    writes.release()
    return begun
  }

  test('one timeout covers the token look-up and the rest of the request together', async () => {
    const customer = await (await suite.world()).customer()
    const { status } = await holdTooLong(() => customer.web().post('update_customer', { name: 'Too late' }))
    assert.equal(status, 408)
  })

  test('the timeout covers login too', async () => {
    const customer = await (await suite.world()).customer()
    const connection = await customer.open()
    const id = await holdTooLong(() => connection.request('login', { token: customer.token }))
    const response = await connection.response(id)
    assert.equal(at(response, 'payload.error.type'), 'request_timeout')
  })
})

forEachStorage('errors of the Web API', (storage) => {
  const valve = new StorageValve()
  const wrap = (inner: Storage) => valve.guard(inner)
  const suite = useEngine(storage, { wrap, expectsErrors: true })

  test('a request that times out answers 408 and is not carried out', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId } = await startChat(customer)
    await valve.hold()
    const answer = customer.web().post('update_customer', { name: 'Too late' })
    await valve.holding(1)
    suite.engine.clock.advance(15_000)
    const { status, body } = await answer
    valve.release()
    const error = { type: 'request_timeout', message: 'Request timeouted' }
    assert.deepEqual([status, body], [408, { error }])
    const summary = await customer.web().succeed('get_chats_summary')
    assert.deepEqual(
      [at(summary, 'chats_summary.0.users.0.name'), at(summary, 'chats_summary.0.id')],
      ['Casey', chatId],
    )
  })

  test('an unavailable storage answers 503, any other failure 500, both without details', async () => {
    const customer = await (await suite.world()).customer()
    const { chatId: chat_id } = await startChat(customer)
    const event = { type: 'message', text: 'Hello' }
    const failures = [
      [
        new StorageError('unavailable', 'select secret from database'),
        503,
        'service_unavailable',
        'Service unavailable',
      ],
      [new Error('select secret from database'), 500, 'internal', 'Internal server error'],
    ] as const
    for (const [cause, expectedStatus, type, message] of failures) {
      valve.breakWith(cause)
      const answers = [
        await customer.web().post('send_event', { chat_id, event }),
        await customer.web().post('start_chat'),
      ]
      valve.release()
      for (const { status, headers, body } of answers) {
        assert.deepEqual([status, body], [expectedStatus, { error: { type, message } }])
        assert.equal(headers.get('retry-after'), expectedStatus === 503 ? '1' : null)
        const requestId = headers.get('x-request-id')
        const logged = suite.engine.errors.filter((fields) => at(fields, 'requestId') === requestId)
        assert.equal(logged.length, 1)
        assert.equal(at(logged[0], 'cause'), cause)
      }
    }
    await customer.web().succeed('send_event', { chat_id, event })
  })

  test('repeated failures are logged as ten lines and a count, over HTTP and RTM', async () => {
    const world = await suite.world()
    const [customer, other] = [await world.customer(), await world.customer()]
    const connection = await other.connect()
    const { clock, errors } = suite.engine
    clock.advance(10_000)
    const countBefore = errors.length
    valve.breakWith(new StorageError('unavailable', 'away'))
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => customer.web().post('update_customer', { name: 'Kim' })),
    )
    for (let count = 0; count < 30; count += 1) await connection.refuse('update_customer', { name: 'Kim' })
    valve.release()
    const named = answers.flatMap(({ headers }) => headers.get('x-request-id') ?? [])
    const logLines = errors.slice(countBefore)
    const ids = (message: string) =>
      logLines.filter((line) => at(line, 'message') === message).map((line) => at(line, 'requestId'))
    const [web, rtm] = [ids('A request failed'), ids('A real-time request failed')]
    assert.deepEqual([named.length, web.length, rtm.length, logLines.length], [30, 10, 10, 20])
    assert.deepEqual([...new Set(named)].toSorted(), web.toSorted())
    clock.advance(10_000)
    const counts = { type: 'service_unavailable', leftOutCount: 20 }
    assert.deepEqual(errors.slice(countBefore + 20), [
      { message: 'A request failed', ...counts, requestId: web.at(-1) },
      { message: 'A real-time request failed', ...counts, requestId: rtm.at(-1) },
    ])
  })

  test('repeated failures of one action do not hide others in the log, and each response has a logged id', async () => {
    const world = await suite.world()
    const customer = await world.customer()
    const { clock, errors } = suite.engine
    clock.advance(10_000)
    const countBefore = errors.length
    valve.breakWith(new Error('a fault'))
    const answers = []
    for (let count = 0; count < 30; count += 1)
      answers.push(await customer.web().post('update_customer', { name: 'Kim' }))
    const other = await customer.web().post('start_chat')
    valve.release()
    const idOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-request-id')
    const logLines = errors.slice(countBefore)
    assert.equal(logLines.length, 11)
    assert.deepEqual(at(logLines.at(-1), 'requestId'), idOf(other))
    const logged = logLines.map((line) => at(line, 'requestId'))
    for (const answer of answers) assert.ok(logged.includes(idOf(answer)))
    clock.advance(10_000)
    const [count, ...more] = errors.slice(countBefore + 11)
    assert.deepEqual(more, [])
    assert.match(JSON.stringify(count), /"path":"\/customer\/v0\.\d\/action\/update_customer"/)
    assert.deepEqual([at(count, 'leftOutCount'), at(count, 'requestId')], [20, logged[9]])
  })
})
