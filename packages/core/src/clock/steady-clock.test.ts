import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SteadyClock } from './steady-clock.js'
import { VirtualClock } from './virtual-clock.js'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

function given() {
  const clock = new VirtualClock(1_000_000)
  return { clock, steady: new SteadyClock(clock) }
}

test('equals the wall clock as long as that is not changed', () => {
  const { clock, steady } = given()
  assert.equal(steady.now(), 1_000_000)
  clock.advance(10 * hourMs)
  assert.equal(steady.now(), clock.now())
})

test('follows a changed wall clock by at most 1 s a minute, forwards and backwards', () => {
  for (const step of [hourMs, -hourMs]) {
    const { clock, steady } = given()
    clock.stepWallClock(step)
    assert.equal(steady.now(), 1_000_000)
    clock.advance(minuteMs)
    assert.equal(steady.now(), 1_000_000 + minuteMs + Math.sign(step) * 1_000)
    clock.advance(59 * minuteMs)
    assert.equal(steady.now(), 1_000_000 + hourMs + Math.sign(step) * minuteMs)
  }
})

test('reaches the wall clock eventually, and then equals it', () => {
  const { clock, steady } = given()
  clock.stepWallClock(2_500)
  for (const ahead of [1_500, 500, 0, 0]) {
    clock.advance(minuteMs)
    assert.equal(clock.now() - steady.now(), ahead)
  }
})

test('never goes back', () => {
  const { clock, steady } = given()
  clock.stepWallClock(-hourMs)
  let before = steady.now()
  for (let count = 0; count < 1_000; count += 1) {
    clock.advance(7)
    const now = steady.now()
    assert.ok(now >= before)
    before = now
  }
})

test('starts at the clock that nodes share, and then approaches it', () => {
  const { clock, steady } = given()
  steady.begin(5_000)
  assert.equal(steady.now(), 1_005_000)
  clock.stepWallClock(hourMs)
  steady.follow(5_000 - hourMs)
  clock.advance(minuteMs)
  assert.equal(steady.now(), 1_005_000 + minuteMs)
  steady.follow(5_000 - hourMs + 400)
  clock.advance(minuteMs)
  assert.equal(steady.now(), 1_005_400 + 2 * minuteMs)
})
