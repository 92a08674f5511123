import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TokenBucket } from './rate-limit.js'

const rate = { perSecond: 2, burst: 3 }

/** How many of `count` messages at that instant are allowed. */
function send(bucket: TokenBucket, count: number, now: number): number {
  return Array.from({ length: count }, () => bucket.take(rate, now)).filter(Boolean).length
}

/** One that has been emptied at that instant. */
function emptied(now: number): TokenBucket {
  const bucket = new TokenBucket(rate, now)
  send(bucket, rate.burst, now)
  return bucket
}

test('a burst is allowed, and no more', () => {
  assert.equal(send(new TokenBucket(rate, 0), 10, 0), 3)
})

test('an empty bucket refills with the time that passes', () => {
  assert.equal(send(emptied(0), 10, 499), 0)
  assert.equal(send(emptied(0), 10, 500), 1)
  assert.equal(send(emptied(0), 10, 1_000), 2)
})

test('a bucket never holds more than a burst', () => {
  assert.equal(send(new TokenBucket(rate, 0), 10, 3_600_000), 3)
})

test('fractions of a token add up, also over refused messages', () => {
  const bucket = emptied(0)
  assert.equal(send(bucket, 1, 250), 0)
  assert.equal(send(bucket, 1, 500), 1)
})

test('the sustained rate holds over a long time', () => {
  const bucket = new TokenBucket(rate, 0)
  let allowed = 0
  for (let now = 0; now <= 60_000; now += 10) allowed += send(bucket, 1, now)
  assert.equal(allowed, 3 + 2 * 60)
})

test('a look at an earlier instant refills nothing, and takes nothing back', () => {
  const bucket = emptied(10_000)
  assert.equal(send(bucket, 10, 5_000), 0)
  assert.equal(send(bucket, 10, 10_500), 1)
})

test('what is charged afterwards is owed, and paid back before anything is allowed', () => {
  const bucket = new TokenBucket(rate, 0)
  bucket.charge(7, rate, 0)
  assert.equal(bucket.waitMs(rate, 0), 2_500)
  assert.equal(send(bucket, 1, 2_499), 0)
  assert.equal(send(bucket, 1, 2_500), 1)
})

test('who holds a token need not wait for one', () => {
  assert.equal(new TokenBucket(rate, 0).waitMs(rate, 0), 0)
  assert.equal(emptied(0).waitMs(rate, 250), 250)
})

test('a bucket is full again once it was left alone for long enough', () => {
  const bucket = emptied(0)
  assert.equal(bucket.isFull(rate, 1_499), false)
  assert.equal(bucket.isFull(rate, 1_500), true)
})
