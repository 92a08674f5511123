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

test('it goes as the wall clock does while nobody sets that', () => {
  const { clock, steady } = given()
  assert.equal(steady.now(), 1_000_000)
  clock.advance(10 * hourMs)
  assert.equal(steady.now(), clock.now())
})

test('it does not follow a wall clock that is set, forth or back, by more than 1 s a minute', () => {
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

test('it comes to the wall clock in the end, and goes on with it', () => {
  const { clock, steady } = given()
  clock.stepWallClock(2_500)
  for (const ahead of [1_500, 500, 0, 0]) {
    clock.advance(minuteMs)
    assert.equal(clock.now() - steady.now(), ahead)
  }
})

test('it never goes back', () => {
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

test('it begins with the clock that nodes share, and is drawn towards that', () => {
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
