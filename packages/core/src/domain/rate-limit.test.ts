import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bucket, fullBucket, takeToken } from './rate-limit.js'

const rate = { perSecond: 2, burst: 3 }

/** How many of `count` messages at that instant are allowed, and the bucket after them. */
function send(bucket: Bucket, count: number, now: number): { allowed: number; bucket: Bucket } {
  let allowed = 0
  let after = bucket
  for (let message = 0; message < count; message += 1) {
    const taken = takeToken(after, rate, now)
    after = taken.bucket
    if (taken.isAllowed) allowed += 1
  }
  return { allowed, bucket: after }
}

test('a burst is allowed, and no more', () => {
  assert.equal(send(fullBucket(rate, 0), 10, 0).allowed, 3)
})

test('an empty bucket refills with the time that passes', () => {
  const { bucket } = send(fullBucket(rate, 0), 3, 0)
  assert.equal(send(bucket, 10, 499).allowed, 0)
  assert.equal(send(bucket, 10, 500).allowed, 1)
  assert.equal(send(bucket, 10, 1_000).allowed, 2)
})

test('a bucket never holds more than a burst', () => {
  assert.equal(send(fullBucket(rate, 0), 10, 3_600_000).allowed, 3)
})

test('fractions of a token add up, also over refused messages', () => {
  const { bucket } = send(fullBucket(rate, 0), 3, 0)
  const refused = send(bucket, 1, 250)
  assert.equal(refused.allowed, 0)
  assert.equal(send(refused.bucket, 1, 500).allowed, 1)
})

test('the sustained rate holds over a long time', () => {
  let bucket = fullBucket(rate, 0)
  let allowed = 0
  for (let now = 0; now <= 60_000; now += 10) {
    const sent = send(bucket, 1, now)
    bucket = sent.bucket
    allowed += sent.allowed
  }
  assert.equal(allowed, 3 + 2 * 60)
})

test('a clock that steps back refills nothing', () => {
  const { bucket } = send(fullBucket(rate, 10_000), 3, 10_000)
  assert.equal(send(bucket, 10, 5_000).allowed, 0)
})
