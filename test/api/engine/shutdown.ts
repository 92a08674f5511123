import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createParley } from '@parley/core'
import type { Clock } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'
import { test } from '../../support/cells.js'
import { startChat } from '../../support/conversations.js'
import { TestEngine } from '../../support/engine.js'
import { validation } from '../../support/errors.js'
import { at } from '../../support/json.js'
import { programFlags } from '../../support/program-flags.js'
import { StorageValve } from '../../support/storage-valve.js'
import { forEachStorage } from '../../support/storages.js'

const event = { type: 'message', text: 'Hello' }
const noActiveThread = validation('payload.chat_id names a chat without an active thread')

forEachStorage('closing the engine', (storage) => {
  test('close ends every connection with 1012, logged in or not', async () => {
    const engine = await TestEngine.start(storage)
    const world = await engine.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const connections = [await customer.connect(), await agent.connect(), await customer.open()]
    await engine.stop()
    for (const connection of connections) {
      assert.deepEqual(await connection.waitForEnd(), { code: 1012, reason: 'the service restarts' })
    }
  })

  test('close refuses new connections afterwards, even when the host keeps running', async () => {
    const engine = await TestEngine.start(storage)
    await engine.parley.close()
    const handshake = { path: '/agent/v0.4/rtm/ws', query: '', headers: {}, remoteAddress: null }
    assert.equal(engine.parley.refuseRtm(handshake)?.status, 503)
    await engine.stop()
  })

  test('close lets pending requests finish first, with successes and refusals alike', async () => {
    const valve = new StorageValve()
    const engine = await TestEngine.start(storage, { wrap: (inner: Storage) => valve.guard(inner) })
    const world = await engine.world()
    const [customer, agent] = [await world.customer(), await world.agent('ada')]
    const [open, closed] = [await startChat(customer), await startChat(customer)]
    await customer.web().succeed('close_thread', { chat_id: closed.chatId })
    const [phone, desk] = [await customer.connect(), await agent.connect()]
    await valve.hold()
    const web = agent.web().post('send_event', { chat_id: open.chatId, event })
    await valve.holding(1)
    const answers = [
      phone.call('update_customer', { name: 'Kim' }),
      phone.call('close_thread', { chat_id: closed.chatId }),
      desk.call('start_chat'),
    ]
    await valve.holding(3)
    const stopped = engine.stop()
    valve.release()
    const [updated, refused, started] = await Promise.all(answers)
    assert.equal(updated?.success, true)
    assert.deepEqual(at(refused, 'payload.error'), noActiveThread)
    assert.equal(started?.success, true)
    assert.equal((await web).status, 200)
    await stopped
    assert.equal((await phone.waitForEnd()).code, 1012)
  })

  for (const [what, action, isRefused] of [
    ['a successful change', 'start_chat', false],
    ['a refused change', 'close_thread', true],
  ] as const) {
    test(`close waits for ${what} as the last pending request`, async () => {
      const valve = new StorageValve()
      const engine = await TestEngine.start(storage, { wrap: (inner: Storage) => valve.guard(inner) })
      const customer = await (await engine.world()).customer()
      const { chatId: chat_id } = await startChat(customer)
      await customer.web().succeed('close_thread', { chat_id })
      const phone = await customer.connect()
      await valve.hold()
      const answer = phone.call(action, { chat_id })
      await valve.holding(1)
      const stopped = engine.stop()
      valve.release()
      assert.equal((await answer).success, !isRefused)
      await stopped
    })
  }

  test('close lets a pending login finish', async () => {
    const valve = new StorageValve()
    const engine = await TestEngine.start(storage, { wrap: (inner: Storage) => valve.guard(inner) })
    const customer = await (await engine.world()).customer()
    const phone = await customer.open()
    await valve.hold()
    const answer = phone.call('login', { token: customer.token })
    await valve.holding(1)
    const stopped = engine.stop()
    valve.release()
    assert.equal((await answer).success, true)
    await stopped
  })

  test('close refuses new requests meanwhile', async () => {
    const valve = new StorageValve()
    const engine = await TestEngine.start(storage, { wrap: (inner: Storage) => valve.guard(inner) })
    const customer = await (await engine.world()).customer()
    const phone = await customer.connect()
    await valve.hold()
    const underWay = phone.call('update_customer', { name: 'Kim' })
    await valve.holding(1)
    const closing = engine.parley.close()
    const shuttingDown = { type: 'service_unavailable', message: 'Service unavailable: shutting down' }
    assert.deepEqual(await phone.refuse('get_chats_summary'), shuttingDown)
    const { status, body } = await customer.web().post('get_chats_summary')
    assert.deepEqual([status, body], [503, { error: shuttingDown }])
    valve.release()
    assert.equal((await underWay).success, true)
    await closing
    await engine.stop()
  })

  test('close waits no longer than its timeout', async () => {
    const valve = new StorageValve()
    const engine = await TestEngine.start(storage, { wrap: (inner: Storage) => valve.guard(inner) })
    const phone = await (await (await engine.world()).customer()).connect()
    await valve.hold()
    phone.request('update_customer', { name: 'Kim' })
    await valve.holding(1)
    const closing = engine.parley.close({ drainMs: 2_000 })
    engine.clock.advance(1_999)
    await phone.succeed('ping')
    engine.clock.advance(1)
    assert.equal((await phone.waitForEnd()).code, 1012)
    await closing
    await engine.stop()
  })

  test('close can be called twice', async () => {
    const engine = await TestEngine.start(storage)
    await Promise.all([engine.parley.close(), engine.parley.close()])
    assert.deepEqual(await engine.parley.health(), { status: 'unavailable', storage: 'unavailable' })
    await engine.stop()
  })

  test('close keeps idempotent responses for the next engine on the same storage', async () => {
    const database = await storage()
    const reopened = async () => ({ open: database.open, remove: async () => {} })
    const first = await TestEngine.start(reopened)
    const world = await first.world()
    const customer = await world.customer()
    const { chatId } = await startChat(customer, { thread: { events: [event] } })
    const before = await customer.web().succeed('get_chats_summary')
    await first.stop()
    const second = await TestEngine.start(reopened)
    const answer = await second.parley.as({ customerId: customer.id }).getChatsSummary()
    assert.deepEqual(answer, before)
    const sent = await second.parley
      .as({ customerId: customer.id })
      .sendEvent({ chat_id: chatId, event: { type: 'message', text: 'Back again' } })
    assert.equal(sent.event.order, 2)
    await second.stop()
    await database.remove()
  })
})

describe('after close', () => {
  test('after close a process without other work exits', async () => {
    const script = fileURLToPath(new URL('../../support/close-everything-main.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [...programFlags, script], {
      timeout: 20_000,
    })
    assert.deepEqual(JSON.parse(stdout), { status: 401, code: 1012 })
  })

  test('after close no timer of the engine runs', async () => {
    const clock = new CountingClock()
    const parley = await createParley({ storage: memoryStorage(), clock })
    assert.ok(clock.runningCount > 0)
    await parley.close()
    assert.equal(clock.runningCount, 0)
  })
})

/** A clock that counts the timers that were started and not stopped. */
class CountingClock implements Clock {
  runningCount = 0

  now(): number {
    return 0
  }

  monotonic(): number {
    return 0
  }

  every(): () => void {
    this.runningCount += 1
    let stop = () => {
      this.runningCount -= 1
    }
    return () => {
      stop()
      stop = () => undefined
    }
  }
}
