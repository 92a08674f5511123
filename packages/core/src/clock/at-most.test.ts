import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gate } from '../../test/gate.js'
import { atMost } from './at-most.js'
import { VirtualClock } from './virtual-clock.js'

/** Records how the promise settles. */
function watch(promise: Promise<void>): { state: string } {
  const watched = { state: 'waits' }
  promise.then(
    () => {
      watched.state = 'over'
    },
    (cause: Error) => {
      watched.state = cause.message
    },
  )
  return watched
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('resolves with the promise, and stops its timer', async () => {
  const clock = new VirtualClock(0)
  const done = gate()
  const watched = watch(atMost(clock, 1_000, done.promise))
  clock.advance(999)
  await settle()
  assert.equal(watched.state, 'waits')
  done.open()
  await settle()
  assert.equal(watched.state, 'over')
})

test('resolves at the time limit, or immediately when there is none', async () => {
  const clock = new VirtualClock(0)
  const [some, none] = [watch(atMost(clock, 1_000, gate().promise)), watch(atMost(clock, 0, gate().promise))]
  clock.advance(1)
  await settle()
  assert.deepEqual([some.state, none.state], ['waits', 'over'])
  clock.advance(999)
  await settle()
  assert.equal(some.state, 'over')
})

test('rejects with the promise', async () => {
  const watched = watch(atMost(new VirtualClock(0), 1_000, Promise.reject(new Error('mine'))))
  await settle()
  assert.equal(watched.state, 'mine')
})
