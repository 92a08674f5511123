import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gate } from '../../test/gate.js'
import { nextTurn } from '../clock/next-turn.js'
import { ListenerQueue } from './listener-queue.js'

function given(take: (item: number) => unknown = () => undefined) {
  const heard: number[] = []
  const failures: unknown[] = []
  const lags: number[] = []
  const queue = new ListenerQueue<number>({
    onItem: (item) => {
      heard.push(item)
      return take(item)
    },
    onError: (cause) => failures.push(cause),
    onLagged: (droppedCount) => lags.push(droppedCount),
  })
  const until = async (isDone: () => boolean) => {
    for (let turns = 0; !isDone() && turns < 10_000; turns += 1) await nextTurn()
    assert.ok(isDone())
  }
  return { queue, heard, failures, lags, until }
}

test('delivers everything in order, and nothing before put has returned', async () => {
  const { queue, heard, until } = given()
  for (const item of [1, 2, 3]) queue.put(item)
  assert.deepEqual(heard, [])
  await until(() => heard.length === 3)
  assert.deepEqual(heard, [1, 2, 3])
})

test('waits for a listener before it delivers the next item', async () => {
  const first = gate()
  const { queue, heard, until } = given((item) => (item === 1 ? first.promise : undefined))
  for (const item of [1, 2]) queue.put(item)
  for (let turns = 0; turns < 5; turns += 1) await nextTurn()
  assert.deepEqual(heard, [1])
  first.open()
  await until(() => heard.length === 2)
})

test('reports an error of the listener and delivers the next item', async () => {
  const { queue, heard, failures, until } = given((item) => {
    if (item === 1) throw new Error('thrown')
    return item === 2 ? Promise.reject(new Error('rejected')) : undefined
  })
  for (const item of [1, 2, 3]) queue.put(item)
  await until(() => heard.length === 3)
  assert.deepEqual(failures.map(String), ['Error: thrown', 'Error: rejected'])
})

test('keeps at most 1,000 items, and reports how many it dropped', async () => {
  const first = gate()
  const { queue, heard, lags, until } = given((item) => (item === 0 ? first.promise : undefined))
  queue.put(0)
  await until(() => heard.length === 1)
  for (let item = 1; item <= 1_500; item += 1) queue.put(item)
  assert.deepEqual(lags, [])
  await until(() => lags.length > 0)
  assert.deepEqual(lags, [500])
  first.open()
  await until(() => heard.length === 1_001)
  assert.equal(heard.at(-1), 1_000)
  assert.deepEqual(lags, [500])
  queue.put(2_000)
  await until(() => heard.at(-1) === 2_000)
})

test('reports every lag of a listener that hangs', async () => {
  const { queue, lags, until } = given(() => gate().promise)
  for (let item = 0; item < 1_100; item += 1) queue.put(item)
  await until(() => lags.length === 1)
  // The listener has taken 16 items.
  for (let item = 0; item < 26; item += 1) queue.put(item)
  await until(() => lags.length === 2)
  assert.deepEqual(lags, [100, 10])
})

test('delivers nothing after end', async () => {
  const first = gate()
  const { queue, heard, until } = given(() => first.promise)
  for (const item of [1, 2]) queue.put(item)
  await until(() => heard.length === 1)
  queue.end()
  queue.put(3)
  first.open()
  for (let turns = 0; turns < 5; turns += 1) await nextTurn()
  assert.deepEqual(heard, [1])
})

test('is idle once the listener has finished every item', async () => {
  const first = gate()
  const { queue, heard } = given((item) => (item === 0 ? first.promise : undefined))
  await queue.idle()
  for (const item of [0, 1]) queue.put(item)
  let isIdle = false
  const idle = queue.idle().then(() => {
    isIdle = true
  })
  for (let turns = 0; turns < 5; turns += 1) await nextTurn()
  assert.equal(isIdle, false)
  first.open()
  await idle
  assert.deepEqual(heard, [0, 1])
})
