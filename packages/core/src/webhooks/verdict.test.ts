import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getVerdict } from './verdict.js'

const first = { attemptCount: 1, chance: 0.5, now: 0 }
const last = { ...first, attemptCount: 12 }

test('a delivery succeeds with a 2xx status only', () => {
  for (const status of [200, 201, 204, 299]) {
    assert.deepEqual(getVerdict({ status, retryAfter: '9' }, last), { kind: 'delivered' })
  }
  for (const status of [199, 300, 307, 400, 404, 429, 500, 503]) {
    assert.deepEqual(getVerdict({ status, retryAfter: null }, first), {
      kind: 'failed',
      reason: `answered ${status}`,
      delayMs: 5_000,
      isGone: false,
    })
  }
})

test('a delivery is given up after the last attempt, whatever Retry-After asks for', () => {
  const given = { kind: 'failed', delayMs: null, isGone: false }
  assert.deepEqual(getVerdict({ reason: 'refused' }, last), { ...given, reason: 'refused' })
  assert.deepEqual(getVerdict({ status: 503, retryAfter: '9' }, last), { ...given, reason: 'answered 503' })
})

test('Retry-After can prolong the pause before the next attempt', () => {
  const delays = ['1', '60', '100000', null].map((retryAfter) => {
    const verdict = getVerdict({ status: 429, retryAfter }, first)
    return verdict.kind === 'failed' && verdict.delayMs
  })
  assert.deepEqual(delays, [5_000, 60_000, 86_400_000, 5_000])
})

test('the status 410 gives the delivery up and marks the destination as gone', () => {
  assert.deepEqual(getVerdict({ status: 410, retryAfter: '9' }, first), {
    kind: 'failed',
    reason: 'answered 410',
    delayMs: null,
    isGone: true,
  })
})
