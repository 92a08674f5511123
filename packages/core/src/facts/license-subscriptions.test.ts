import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gate } from '../../test/gate.js'
import { scripted } from '../../test/scripted.js'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Bus, Subscription } from '../ports/bus.js'
import { type BusMessage, busMessageVersion, type FactBatch } from './fact-batch.js'
import { LicenseSubscriptions } from './license-subscriptions.js'

const batch: FactBatch = {
  place: null,
  facts: [{ name: 'agent_logged_out', licenseId: 1, agentId: 'ada@example.com' }],
}

function given() {
  const clock = new VirtualClock(0)
  const heard: FactBatch[] = []
  const logged: string[] = []
  const listeners = new Map<number, (message: BusMessage) => void>()
  const connected = new Set<number>()
  const state: { subscribe: () => Promise<void>; endedCount: number } = {
    ...{ subscribe: () => Promise.resolve(), endedCount: 0 },
  }
  const bus = scripted<Bus<BusMessage>>({
    async subscribe(licenseId, listener): Promise<Subscription> {
      await state.subscribe()
      listeners.set(licenseId, listener)
      const end = () => {
        state.endedCount += 1
        listeners.delete(licenseId)
      }
      return { end }
    },
  })
  const subscriptions = new LicenseSubscriptions({
    nodeId: 'here',
    bus,
    clock,
    failures: scripted<FailureLog>({ write: (message) => void logged.push(message) }),
    receive: (batch) => heard.push(batch),
    isConnected: (licenseId) => connected.has(licenseId),
    cachedMs: 1_000,
  })
  const say = (message: Partial<BusMessage>) =>
    listeners.get(1)?.({ version: busMessageVersion, nodeId: 'there', batch, ...message })
  return { subscriptions, clock, heard, logged, listeners, connected, state, say }
}

test('subscribes once per license, and concurrent callers wait for the same subscription', async () => {
  const { subscriptions, listeners, state } = given()
  const begun = gate()
  let count = 0
  state.subscribe = () => {
    count += 1
    return begun.promise
  }
  const both = [subscriptions.listen(1), subscriptions.listen(1)]
  begun.open()
  await Promise.all(both)
  assert.equal(count, 1)
  assert.equal(listeners.size, 1)
  assert.equal(subscriptions.listen(1), undefined)
})

test('receives commits of other nodes, and skips its own and unknown messages', async () => {
  const { subscriptions, heard, say } = given()
  await subscriptions.listen(1)
  say({})
  say({ nodeId: 'here' })
  say(JSON.parse('{"version":2}'))
  assert.deepEqual(heard, [batch])
})

test('ignores messages that are invalid or belong to another license', async () => {
  const { subscriptions, heard, logged, listeners, say } = given()
  await subscriptions.listen(1)
  for (const message of [null, 1, 'text', [], {}]) listeners.get(1)?.(JSON.parse(JSON.stringify(message)))
  say(JSON.parse(JSON.stringify({ batch }).replace('"licenseId":1', '"licenseId":2')))
  assert.deepEqual(logged, [])
  say(JSON.parse('{"batch":null}'))
  say({})
  assert.deepEqual(heard, [batch])
  assert.deepEqual(logged, ['A message of another node could not be processed'])
})

test('callers wait for a silent bus for at most one second', async () => {
  const { subscriptions, clock, state } = given()
  state.subscribe = () => gate().promise
  let isDone = false
  subscriptions.listen(1)?.then(() => {
    isDone = true
  })
  await nextTurn()
  clock.advance(999)
  await nextTurn()
  assert.equal(isDone, false)
  clock.advance(1)
  await nextTurn()
  assert.equal(isDone, true)
  assert.equal(subscriptions.listen(1), undefined)
})

test('a failing bus is logged, delays no caller, and is retried after 5 s', async () => {
  const { subscriptions, clock, logged, listeners, state } = given()
  state.subscribe = () => Promise.reject(new Error('no bus'))
  await subscriptions.listen(1)
  assert.deepEqual(logged, ['Commits of other nodes cannot be received'])
  state.subscribe = () => Promise.resolve()
  clock.advance(4_999)
  assert.equal(subscriptions.listen(1), undefined)
  clock.advance(1)
  await subscriptions.listen(1)
  assert.equal(listeners.size, 1)
})

test('retries refused subscriptions immediately when the bus works again, and no others', async () => {
  const { subscriptions, listeners, state } = given()
  await subscriptions.listen(1)
  state.subscribe = () => Promise.reject(new Error('no bus'))
  await subscriptions.listen(2)
  const asked: number[] = []
  state.subscribe = async () => void asked.push(listeners.size)
  await subscriptions.resume()
  assert.deepEqual([...listeners.keys()], [1, 2])
  assert.deepEqual(asked, [1])
})

test('resume waits for subscriptions that are still pending', async () => {
  const { subscriptions, listeners, state } = given()
  const slow = gate()
  state.subscribe = () => slow.promise
  void subscriptions.listen(1)
  const resumed = subscriptions.resume()
  slow.open()
  await resumed
  assert.deepEqual([...listeners.keys()], [1])
})

test('a bus that throws counts as failing', async () => {
  const { subscriptions, logged, state } = given()
  state.subscribe = () => {
    throw new Error('no bus')
  }
  await subscriptions.listen(1)
  assert.deepEqual(logged, ['Commits of other nodes cannot be received'])
})

test('keeps a subscription that is granted late, and ends it once it is no longer needed', async () => {
  const { subscriptions, clock, listeners, state } = given()
  const [slow, slower] = [gate(), gate()]
  state.subscribe = () => slow.promise
  void subscriptions.listen(1)
  state.subscribe = () => slower.promise
  void subscriptions.listen(2)
  clock.advance(2_000)
  slow.open()
  await nextTurn()
  assert.deepEqual([...listeners.keys()], [1])
  clock.advance(60_000)
  slower.open()
  await nextTurn()
  assert.deepEqual([...listeners.keys()], [])
  assert.equal(state.endedCount, 2)
})

test('ends all subscriptions on close, even those granted later', async () => {
  const { subscriptions, listeners, state } = given()
  await subscriptions.listen(1)
  const late = gate()
  state.subscribe = () => late.promise
  void subscriptions.listen(2)
  subscriptions.close()
  late.open()
  await nextTurn()
  assert.deepEqual([...listeners.keys()], [])
  assert.equal(subscriptions.listen(3), undefined)
})

test('ends the subscription of a license that is no longer used', async () => {
  const { subscriptions, clock, listeners, connected } = given()
  for (const licenseId of [1, 2, 3]) await subscriptions.listen(licenseId)
  connected.add(2)
  clock.advance(59_500)
  subscriptions.listen(3)
  clock.advance(500)
  assert.deepEqual([...listeners.keys()], [2, 3])
  clock.advance(60_000)
  assert.deepEqual([...listeners.keys()], [2])
  subscriptions.close()
})
