import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstLookMs, silenceStep } from './silence.js'

const times = { idleAfterMs: 20, closeAfterMs: 60 }
const silence = { timeoutsFrom: 1_000, isIdleTold: false }
const told = { timeoutsFrom: 1_000, isIdleTold: true }

test('a thread is looked at when the first thing can happen', () => {
  assert.equal(firstLookMs(times), 20)
  assert.equal(firstLookMs({ idleAfterMs: 80, closeAfterMs: 60 }), 60)
  assert.equal(firstLookMs({ idleAfterMs: 0, closeAfterMs: 60 }), 60)
  assert.equal(firstLookMs({ idleAfterMs: 20, closeAfterMs: 0 }), 20)
  assert.equal(firstLookMs({ idleAfterMs: 0, closeAfterMs: 0 }), null)
})

test('idleness is told once its time is over, and not before', () => {
  assert.deepEqual(silenceStep(silence, times, 1_019), { kind: 'wait', timerAt: 1_000 })
  assert.deepEqual(silenceStep(silence, times, 1_020), { kind: 'tell-idle', timerAt: 1_020 })
})

test('idleness is told once in a silence', () => {
  assert.deepEqual(silenceStep(told, times, 1_040), { kind: 'wait', timerAt: 1_040 })
})

test('a thread is closed once its time is over, told or not, and not before', () => {
  assert.deepEqual(silenceStep(told, times, 1_059), { kind: 'wait', timerAt: 1_040 })
  assert.deepEqual(silenceStep(told, times, 1_060), { kind: 'close' })
  assert.deepEqual(silenceStep(silence, times, 1_060), { kind: 'close' })
})

test('after idleness was told it is looked whether a new silence has begun, and to close it', () => {
  assert.deepEqual(silenceStep(silence, times, 1_025), { kind: 'tell-idle', timerAt: 1_025 })
  assert.deepEqual(silenceStep(silence, times, 1_050), { kind: 'tell-idle', timerAt: 1_040 })
})

test('where only one of both happens the other does not', () => {
  const closing = { idleAfterMs: 0, closeAfterMs: 60 }
  assert.deepEqual(silenceStep(silence, closing, 1_059), { kind: 'wait', timerAt: 1_000 })
  assert.deepEqual(silenceStep(silence, closing, 1_060), { kind: 'close' })
  const telling = { idleAfterMs: 20, closeAfterMs: 0 }
  assert.deepEqual(silenceStep(silence, telling, 9_000), { kind: 'tell-idle', timerAt: 9_000 })
  assert.deepEqual(silenceStep(told, telling, 9_000), { kind: 'wait', timerAt: 9_000 })
})

test('a thread that is closed before it could be idle is told nothing', () => {
  const hasty = { idleAfterMs: 80, closeAfterMs: 60 }
  assert.deepEqual(silenceStep(silence, hasty, 1_059), { kind: 'wait', timerAt: 1_000 })
  assert.deepEqual(silenceStep(silence, hasty, 1_060), { kind: 'close' })
})
