import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstCheckMs, silenceStep } from './silence.js'

const times = { idleAfterMs: 20, closeAfterMs: 60 }
const silence = { timeoutsFrom: 1_000, isIdleAnnounced: false }
const told = { timeoutsFrom: 1_000, isIdleAnnounced: true }

test('a silent thread is looked at when the shorter of its times has passed', () => {
  assert.equal(firstCheckMs(times), 20)
  assert.equal(firstCheckMs({ idleAfterMs: 80, closeAfterMs: 60 }), 60)
  assert.equal(firstCheckMs({ idleAfterMs: 0, closeAfterMs: 60 }), 60)
  assert.equal(firstCheckMs({ idleAfterMs: 20, closeAfterMs: 0 }), 20)
  assert.equal(firstCheckMs({ idleAfterMs: 0, closeAfterMs: 0 }), null)
})

test('a thread becomes idle after the idle time, and not before', () => {
  assert.deepEqual(silenceStep(silence, times, 1_019), { kind: 'wait', timerAt: 1_000 })
  assert.deepEqual(silenceStep(silence, times, 1_020), { kind: 'mark-idle', timerAt: 1_020 })
})

test('a thread becomes idle only once during one silence', () => {
  assert.deepEqual(silenceStep(told, times, 1_040), { kind: 'wait', timerAt: 1_040 })
})

test('a thread is closed after the close time, idle or not, and not before', () => {
  assert.deepEqual(silenceStep(told, times, 1_059), { kind: 'wait', timerAt: 1_040 })
  assert.deepEqual(silenceStep(told, times, 1_060), { kind: 'close' })
  assert.deepEqual(silenceStep(silence, times, 1_060), { kind: 'close' })
})

test('an idle thread is looked at again for a new silence, and to close it', () => {
  assert.deepEqual(silenceStep(silence, times, 1_025), { kind: 'mark-idle', timerAt: 1_025 })
  assert.deepEqual(silenceStep(silence, times, 1_050), { kind: 'mark-idle', timerAt: 1_040 })
})

test('a time of 0 disables its step only', () => {
  const closing = { idleAfterMs: 0, closeAfterMs: 60 }
  assert.deepEqual(silenceStep(silence, closing, 1_059), { kind: 'wait', timerAt: 1_000 })
  assert.deepEqual(silenceStep(silence, closing, 1_060), { kind: 'close' })
  const telling = { idleAfterMs: 20, closeAfterMs: 0 }
  assert.deepEqual(silenceStep(silence, telling, 9_000), { kind: 'mark-idle', timerAt: 9_000 })
  assert.deepEqual(silenceStep(told, telling, 9_000), { kind: 'wait', timerAt: 9_000 })
})

test('a thread whose close time is shorter never becomes idle', () => {
  const hasty = { idleAfterMs: 80, closeAfterMs: 60 }
  assert.deepEqual(silenceStep(silence, hasty, 1_059), { kind: 'wait', timerAt: 1_000 })
  assert.deepEqual(silenceStep(silence, hasty, 1_060), { kind: 'close' })
})
