import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../../clock/virtual-clock.js'
import { RtmTimers, type TimedConnection } from './timers.js'

class Stub implements TimedConnection {
  sweepCount = 0
  ticksLeft = 0
  stalled = 0
  isClosed = false

  sweep(): void {
    this.sweepCount += 1
  }

  stalledBytes(): number {
    return this.isClosed ? 0 : this.stalled
  }

  closeAsSlow(): void {
    this.isClosed = true
  }

  tick(): boolean {
    this.ticksLeft -= 1
    return this.ticksLeft > 0
  }
}

function givenTimers(count: number, maxStalledBytes = 1_000) {
  const clock = new VirtualClock(0)
  const connections = Array.from({ length: count }, () => new Stub())
  const timers = new RtmTimers(clock, new Set(connections), maxStalledBytes)
  return { clock, timers, connections }
}

test('sweeps every connection once a second', () => {
  const { clock, connections } = givenTimers(3)
  clock.advance(5_000)
  for (const { sweepCount } of connections) assert.equal(sweepCount, 5)
})

test('ticks watched connections 20 times a second until they return false', () => {
  const { clock, timers, connections } = givenTimers(2)
  const [watched = new Stub(), other = new Stub()] = connections
  watched.ticksLeft = 3
  timers.watch(watched)
  timers.watch(watched)
  clock.advance(100)
  assert.equal(watched.ticksLeft, 1)
  clock.advance(10_000)
  assert.equal(watched.ticksLeft, 0)
  assert.equal(other.ticksLeft, 0)
  watched.ticksLeft = 1
  timers.watch(watched)
  clock.advance(50)
  assert.equal(watched.ticksLeft, 0)
})

test('limits the unsent bytes of all stalled peers, and closes those with the most first', () => {
  const { clock, connections } = givenTimers(5)
  for (const [index, connection] of connections.entries()) connection.stalled = 100 * (index + 1)
  clock.advance(1_000)
  assert.deepEqual(
    connections.map(({ isClosed }) => isClosed),
    [false, false, false, false, true],
  )
  clock.advance(1_000)
  assert.equal(connections.filter(({ isClosed }) => isClosed).length, 1)
})

test('calls no connection after close', () => {
  const { clock, timers, connections } = givenTimers(1)
  const [connection = new Stub()] = connections
  connection.ticksLeft = 10
  timers.watch(connection)
  timers.close()
  clock.advance(5_000)
  assert.deepEqual([connection.sweepCount, connection.ticksLeft], [0, 10])
})
