import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { refusal } from '../../test/assertions.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { Cancellation } from '../ports/storage.js'
import { Deadlines } from './deadlines.js'

/** Returns work that ends when the test calls `resolve`. */
function open() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const never = () => new Promise<never>(() => undefined)

test('work that ends in time settles with its own result', async () => {
  const deadlines = new Deadlines(new VirtualClock(0), 1_000)
  const failure = new Error('mine')
  assert.equal(await deadlines.run(async () => 'done'), 'done')
  await assert.rejects(
    deadlines.run(async () => {
      throw failure
    }),
    failure,
  )
})

test('work that exceeds the limit is rejected and cancelled', async () => {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, 1_000)
  let cancellation: Cancellation | undefined
  const result = deadlines.run((given) => {
    cancellation = given
    return never()
  })
  clock.advance(999)
  assert.equal(cancellation?.aborted, false)
  clock.advance(1)
  assert.equal(cancellation?.aborted, true)
  await assert.rejects(result, refusal('request_timeout'))
})

test('every piece of work has its own deadline', async () => {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, 1_000)
  const early = deadlines.run(never)
  clock.advance(600)
  let isLateDone = false
  const late = deadlines.run(never).catch(() => {
    isLateDone = true
  })
  clock.advance(400)
  await assert.rejects(early, refusal('request_timeout'))
  assert.equal(isLateDone, false)
  clock.advance(750)
  await late
  assert.equal(isLateDone, true)
})

test('time that was already spent shortens the limit, even next to work that began earlier', async () => {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, 1_000)
  const early = deadlines.run(never)
  clock.advance(100)
  const late = deadlines.run(never, 600)
  clock.advance(400)
  await assert.rejects(late, refusal('request_timeout'))
  clock.advance(500)
  await assert.rejects(early, refusal('request_timeout'))
})

test('work that ended in time is not cancelled later', async () => {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, 1_000)
  let cancellation: Cancellation | undefined
  await deadlines.run(async (given) => {
    cancellation = given
  })
  clock.advance(5_000)
  assert.equal(cancellation?.aborted, false)
})

test('applies a limit that is shorter than the sweep period', async () => {
  const clock = new VirtualClock(0)
  const result = new Deadlines(clock, 100).run(never)
  clock.advance(100)
  await assert.rejects(result, refusal('request_timeout'))
})

test('idle waits for all running work, and for work that begins meanwhile', async () => {
  const deadlines = new Deadlines(new VirtualClock(0), 1_000)
  const first = open()
  const second = open()
  let isIdle = false
  void deadlines.run(() => first.promise)
  const idle = deadlines.idle().then(() => {
    isIdle = true
  })
  void deadlines.run(() => second.promise)
  first.resolve()
  await nextTurn()
  assert.equal(isIdle, false)
  second.resolve()
  await idle
})

test('idle does not wait for work that exceeded its limit', async () => {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, 1_000)
  const result = deadlines.run(never)
  const idle = deadlines.idle()
  clock.advance(1_000)
  await assert.rejects(result, refusal('request_timeout'))
  await idle
})

test('idle resolves immediately when no work is running', async () => {
  await new Deadlines(new VirtualClock(0), 1_000).idle()
})

test('close stops the sweep', () => {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, 1_000)
  let cancellation: Cancellation | undefined
  void deadlines.run((given) => {
    cancellation = given
    return never()
  })
  deadlines.close()
  clock.advance(10_000)
  assert.equal(cancellation?.aborted, false)
})

test('failAll rejects and cancels all running work', async () => {
  const clock = new VirtualClock(0)
  const deadlines = new Deadlines(clock, 1_000)
  const cancellations: Cancellation[] = []
  const results = [1, 2].map(() =>
    deadlines.run((cancellation) => {
      cancellations.push(cancellation)
      return never()
    }),
  )
  const failure = new Error('mine')
  deadlines.failAll(failure)
  for (const result of results) await assert.rejects(result, failure)
  assert.deepEqual(
    cancellations.map(({ aborted }) => aborted),
    [true, true],
  )
  await deadlines.idle()
  assert.equal(await deadlines.run(async () => 'later'), 'later')
})
