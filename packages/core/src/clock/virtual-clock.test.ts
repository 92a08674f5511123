import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from './virtual-clock.js'

test('time stands still until it is advanced', () => {
  const clock = new VirtualClock(5)
  assert.equal(clock.now(), 5)
  clock.advance(10)
  assert.equal(clock.now(), 15)
})

test('both times advance together, and only the wall clock can be changed', () => {
  const clock = new VirtualClock(1_000_000)
  const from = clock.monotonic()
  clock.advance(10)
  clock.stepWallClock(-3_600)
  assert.equal(clock.monotonic() - from, 10)
  assert.equal(clock.now(), 996_410)
})

test('changing the wall clock makes no callback due early or late', () => {
  const clock = new VirtualClock(0)
  let calls = 0
  clock.every(20, () => {
    calls += 1
  })
  clock.stepWallClock(3_600_000)
  assert.equal(calls, 0)
  clock.stepWallClock(-7_200_000)
  clock.advance(20)
  assert.equal(calls, 1)
})

test('callbacks that fall due are called in order, each at its own instant', () => {
  const clock = new VirtualClock(0)
  const calls: string[] = []
  clock.every(30, () => calls.push(`slow ${clock.now()}`))
  clock.every(20, () => calls.push(`fast ${clock.now()}`))
  clock.advance(60)
  assert.deepEqual(calls, ['fast 20', 'slow 30', 'fast 40', 'slow 60', 'fast 60'])
  assert.equal(clock.now(), 60)
})

test('a period that has not passed calls nothing', () => {
  const clock = new VirtualClock(0)
  clock.every(20, () => assert.fail('not yet'))
  clock.advance(19)
})

test('a stopped callback is not called, even if it was stopped by an earlier callback', () => {
  const clock = new VirtualClock(0)
  const calls: string[] = []
  const stopFirst = clock.every(10, () => {
    calls.push('first')
    stopSecond()
  })
  const stopSecond = clock.every(10, () => calls.push('second'))
  clock.advance(20)
  stopFirst()
  stopFirst()
  clock.advance(20)
  assert.deepEqual(calls, ['first', 'first'])
})

test('a timer that is started during advance counts from that instant', () => {
  const clock = new VirtualClock(0)
  const calls: number[] = []
  const stop = clock.every(10, () => {
    stop()
    clock.every(15, () => calls.push(clock.now()))
  })
  clock.advance(40)
  assert.deepEqual(calls, [25, 40])
})
