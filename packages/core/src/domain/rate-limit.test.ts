import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charge, type FullAt, isFull, type Rate, waitMs } from './rate-limit.js'

const rate = { perSecond: 2, burst: 3 }

/** Returns how many of `count` messages at that time are allowed, and the bucket afterwards. */
function send(fullAt: FullAt, count: number, now: number, bucketRate: Rate = rate) {
  let [allowed, after] = [0, fullAt]
  for (let index = 0; index < count; index += 1) {
    if (waitMs(after, bucketRate, now) > 0) continue
    after = charge(after, 1, bucketRate, now)
    allowed += 1
  }
  return { allowed, after }
}

/** Returns a bucket that was emptied at that time. */
const emptiedAt = (now: number) => send(0, rate.burst, now).after

test('a full bucket allows exactly one burst', () => {
  assert.equal(send(0, 10, 0).allowed, 3)
})

test('an empty bucket refills with the time that passes', () => {
  assert.equal(send(emptiedAt(0), 10, 499).allowed, 0)
  assert.equal(send(emptiedAt(0), 10, 500).allowed, 1)
  assert.equal(send(emptiedAt(0), 10, 1_000).allowed, 2)
})

test('a bucket never holds more than a burst', () => {
  assert.equal(send(0, 10, 3_600_000).allowed, 3)
})

test('fractions of a token add up, also over refused messages', () => {
  const { allowed, after } = send(emptiedAt(0), 1, 250)
  assert.equal(allowed, 0)
  assert.equal(send(after, 1, 500).allowed, 1)
})

test('a burst is exact when a token takes a fraction of a millisecond', () => {
  for (const perSecond of [3, 7, 11, 30, 999_999]) {
    assert.equal(send(0, 1_000, 12_345, { perSecond, burst: 100 }).allowed, 100, `${perSecond}/s`)
  }
})

test('the sustained rate holds over a long time', () => {
  let [sum, fullAt] = [0, 0]
  for (let now = 0; now <= 60_000; now += 10) {
    const { allowed, after } = send(fullAt, 1, now)
    sum += allowed
    fullAt = after
  }
  assert.equal(sum, 3 + 2 * 60)
})

test('tokens that are charged afterwards must refill before anything is allowed', () => {
  const fullAt = charge(0, 7, rate, 0)
  assert.equal(waitMs(fullAt, rate, 0), 2_500)
  assert.equal(send(fullAt, 1, 2_499).allowed, 0)
  assert.equal(send(fullAt, 1, 2_500).allowed, 1)
})

test('waitMs is 0 when the bucket holds a token', () => {
  assert.equal(waitMs(0, rate, 0), 0)
  assert.equal(waitMs(emptiedAt(0), rate, 250), 250)
})

test('an unused bucket becomes full again', () => {
  const fullAt = emptiedAt(0)
  assert.equal(isFull(fullAt, 1_499), false)
  assert.equal(isFull(fullAt, 1_500), true)
})
