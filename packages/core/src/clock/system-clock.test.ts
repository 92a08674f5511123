import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './system-clock.js'

test('it tells the time of the system in integer milliseconds', () => {
  const before = Date.now()
  const now = systemClock.now()
  assert.ok(Number.isInteger(now))
  assert.ok(before <= now && now <= Date.now())
})

test('its monotonic time goes on as the wall clock does, and never back', async () => {
  const from = systemClock.monotonic()
  const wallFrom = systemClock.now()
  await new Promise((resolve) => setTimeout(resolve, 20))
  const passed = systemClock.monotonic() - from
  assert.ok(passed > 0)
  assert.ok(Math.abs(passed - (systemClock.now() - wallFrom)) < 1_000)
})

test('it calls again and again until it is stopped', async () => {
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

test('it keeps no process alive', () => {
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const stop = systemClock.every(60_000, () => undefined)
  const after = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  stop()
  assert.equal(after, before)
})
