import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './system-clock.js'

test('returns the system time in whole milliseconds', () => {
  const before = Date.now()
  const now = systemClock.now()
  assert.ok(Number.isInteger(now))
  assert.ok(before <= now && now <= Date.now())
})

test('its monotonic time advances like the wall clock, and never goes back', async () => {
  const from = systemClock.monotonic()
  const wallFrom = systemClock.now()
  await new Promise((resolve) => setTimeout(resolve, 20))
  const passed = systemClock.monotonic() - from
  assert.ok(passed > 0)
  assert.ok(Math.abs(passed - (systemClock.now() - wallFrom)) < 1_000)
})

test('every calls its callback until it is stopped', async () => {
  let calls = 0
  const held = setInterval(() => undefined, 1_000)
  await new Promise<void>((resolve) => {
    const stop = systemClock.every(1, () => {
      calls += 1
      if (calls < 3) return
      stop()
      resolve()
    })
  })
  clearInterval(held)
  assert.equal(calls, 3)
})

test('its timers do not keep the process running', () => {
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const stop = systemClock.every(60_000, () => undefined)
  const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  stop()
  assert.equal(after, before)
})
