import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { agent, agentMember, customerMember, newEvent } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { SteadyClock } from '../clock/steady-clock.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { SystemIds } from '../ids/system-ids.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { LogFields } from '../ports/logger.js'
import type { RoutingReads } from '../ports/stores/routing.js'
import { StorageError } from '../storage-error.js'
import { SilentThreads } from './silent-threads.js'

const minuteMs = 60_000
const times = { idleAfterMs: 20 * minuteMs, closeAfterMs: 60 * minuteMs }
const bounds = { eventCount: 10_000, eventBytes: 8_000_000 }

async function given({ routing = times, chatCount = 1 } = {}) {
  const clock = new VirtualClock(1_000_000_000)
  const steady = new SteadyClock(clock)
  const storage = await openStorage()
  const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 0, expiresAt: null }
  const { id: licenseId } = await storage.transaction((tx) => tx.licenses.insert(license))
  await storage.transaction((tx) => tx.agents.insert(agent({ licenseId })))
  const start = (id: string, waits = false) => {
    const thread = {
      id: `${id}-thread`,
      createdAt: clock.now(),
      properties: {},
      propertyTerms: [],
      events: [],
      bytes: 0,
    }
    return storage.transaction((tx) =>
      tx.chats.insert({
        ...{ id, licenseId, createdAt: clock.now(), members: [customerMember, agentMember] },
        ...{ scopes: { groups: [], agents: [] }, properties: {}, propertyTerms: [] },
        thread: { ...thread, waits, beganAt: steady.now() },
      }),
    )
  }
  for (let index = 0; index < chatCount; index += 1) await start(`chat-${index}`)
  const { changes, facts } = changesOn(storage, clock)
  const logged: LogFields[] = []
  const failures = scripted<FailureLog>({ write: (_message, _type, fields) => void logged.push(fields) })
  const settings = { routing, threadBounds: bounds }
  const dependencies = { changes, clock, steady, ids: new SystemIds(clock), failures, settings }
  const job = new SilentThreads({ ...dependencies, read: storage.read })
  const run = (of = job) => of.run({ aborted: false, pause: () => nextTurn() })
  const pass = async (minutes: number) => {
    clock.advance(minutes * minuteMs)
    await run()
  }
  const say = (at = steady.now()) =>
    storage.transaction(async (tx) => {
      await tx.chats.lock('chat-0')
      const event = newEvent({ id: `said-${at}`, createdAt: clock.now() })
      await tx.chats.append('chat-0', { events: [event], bytes: 300, bounds: null, timeoutsFrom: at })
    })
  const told = () => {
    const all = facts().map((fact) => {
      const content = fact.name === 'incoming_event' ? fact.event.content : undefined
      return content?.type === 'system_message' ? content.system_message_type : fact.name
    })
    return all.slice(0)
  }
  return { clock, storage, dependencies, logged, start, run, pass, say, told, facts }
}

const closing = ['thread_archived', 'thread_closed']

test('a silent thread is reported as idle once, and closed later', async () => {
  const { pass, told, facts, storage } = await given()
  await pass(19.99)
  assert.deepEqual(told(), [])
  await pass(0.01)
  assert.deepEqual(told(), ['routing.idle'])
  for (const minutes of [1, 20, 18.99]) await pass(minutes)
  assert.deepEqual(told(), ['routing.idle'])
  await pass(0.01)
  assert.deepEqual(told(), ['routing.idle', ...closing])
  const closed = facts().at(-1)
  assert.equal(closed?.name === 'thread_closed' && closed.userId, null)
  assert.equal((await storage.read.chats.getHead('chat-0'))?.thread.isActive, false)
  await pass(120)
  assert.equal(told().length, 3)
})

test('an event restarts the idle timeout', async () => {
  const { pass, told, say } = await given()
  await pass(19)
  await say()
  await pass(19)
  assert.deepEqual(told(), [])
  await pass(1)
  assert.deepEqual(told(), ['routing.idle'])
  await pass(5)
  await say()
  await pass(19)
  assert.equal(told().length, 1)
  await pass(1)
  assert.deepEqual(told(), ['routing.idle', 'routing.idle'])
  await pass(39)
  assert.equal(told().length, 2)
  await pass(1)
  assert.deepEqual(told().slice(2), closing)
})

test('a waiting thread is neither idle nor closed, and its silence begins with an assignment', async () => {
  const { start, pass, told, storage, clock } = await given({ chatCount: 0 })
  await start('chat-0', true)
  await pass(200)
  assert.deepEqual(told(), [])
  await storage.transaction((tx) => tx.routing.stopWaiting('chat-0', clock.now()))
  await pass(19)
  assert.deepEqual(told(), [])
  await pass(1)
  assert.deepEqual(told(), ['routing.idle'])
})

test('changing the system clock closes no thread early, whenever its events were sent', async () => {
  const { pass, told, say, clock, run } = await given()
  clock.stepWallClock(5 * 3_600_000)
  await run()
  await pass(10)
  assert.deepEqual(told(), [])
  clock.stepWallClock(-10 * 3_600_000)
  await say()
  clock.stepWallClock(5 * 3_600_000)
  await pass(19)
  assert.deepEqual(told(), [])
  // The steady clock follows the wall clock by at most a sixtieth of the time that passes.
  await pass(2)
  assert.deepEqual(told(), ['routing.idle'])
})

test('closes many threads in several reads', async () => {
  const { pass, told } = await given({ chatCount: 250 })
  await pass(61)
  assert.equal(told().filter((name) => name === 'thread_closed').length, 250)
})

test('a failing thread does not delay others', async () => {
  const { dependencies, run, storage, told, logged, clock } = await given({ chatCount: 3 })
  const failing = new Error('mine')
  const { changes } = dependencies
  const commit: typeof changes.commit = (origin, at, ids, work) =>
    ids[0] === 'chat-1' ? Promise.reject(failing) : changes.commit(origin, at, ids, work)
  const job = new SilentThreads({
    ...dependencies,
    changes: scripted<typeof changes>({ commit }),
    read: storage.read,
  })
  clock.advance(times.closeAfterMs)
  await run(job)
  assert.equal(told().filter((name) => name === 'thread_closed').length, 2)
  assert.deepEqual(logged, [{ chatId: 'chat-1', cause: failing }])
})

test('stops at the first thread while the storage is unavailable', async () => {
  const { dependencies, run, storage, logged, clock } = await given({ chatCount: 3 })
  const away = new StorageError('unavailable', 'away')
  const changes = scripted<typeof dependencies.changes>({ commit: () => Promise.reject(away) })
  const job = new SilentThreads({ ...dependencies, changes, read: storage.read })
  clock.advance(times.closeAfterMs)
  await assert.rejects(run(job), away)
  assert.deepEqual(logged, [])
})

test('reads nothing when idle threads are neither reported nor closed', async () => {
  const { dependencies, run } = await given({ routing: { idleAfterMs: 0, closeAfterMs: 0 } })
  const read = { routing: scripted<RoutingReads>({}) }
  await run(new SilentThreads({ ...dependencies, read }))
})
