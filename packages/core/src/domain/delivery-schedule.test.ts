import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs, retryDelayMs } from './delivery-schedule.js'

const dayMs = 86_400_000

test('a delivery has twelve attempts over a day, the second one about five seconds after the first', () => {
  for (const chance of [0, 0.5, 1]) {
    const delays = Array.from({ length: 11 }, (_, index) => retryDelayMs(index + 1, chance) ?? Number.NaN)
    assert.ok((delays[0] ?? 0) >= 4_500 && (delays[0] ?? 0) <= 5_500)
    for (const [index, delay] of delays.slice(1).entries()) assert.ok(delay > 2 * (delays[index] ?? 0))
    const passed = delays.reduce((sum, delay) => sum + delay)
    assert.ok(passed > 0.85 * dayMs && passed < 1.15 * dayMs, String(passed))
  }
  assert.equal(retryDelayMs(12, 0.5), null)
  assert.equal(retryDelayMs(13, 0.5), null)
})

test('deliveries that failed together are retried at different times', () => {
  assert.notEqual(retryDelayMs(3, 0.2), retryDelayMs(3, 0.8))
})

const now = Date.parse('2026-07-01T00:00:00Z')

for (const [header, waitMs] of [
  [null, 0],
  ['', 0],
  ['0', 0],
  ['120', 120_000],
  [' 120 ', 120_000],
  ['86400', dayMs],
  ['86401', dayMs],
  ['999999999999999', dayMs],
  ['1e3', 0],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['Wed, 01 Jul 2026 00:02:00 GMT', 120_000],
  ['Wed, 01 Jul 2027 00:02:00 GMT', dayMs],
  ['Tue, 30 Jun 2026 00:02:00 GMT', 0],
  ['Wed, 99 Jul 2026 00:02:00 GMT', 0],
] as const) {
  test(`Retry-After ${JSON.stringify(header)} asks for ${waitMs} ms`, () => {
    assert.equal(retryAfterMs(header, now), waitMs)
  })
}
