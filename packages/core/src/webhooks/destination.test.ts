import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Destination, type SlotOutcome } from './destination.js'
import { Destinations } from './destinations.js'

function capacityOf(destination: Destination, now: number): number {
  let count = 0
  while (destination.hasCapacity(now)) {
    destination.take()
    count += 1
  }
  for (let taken = 0; taken < count; taken += 1) destination.free('unused', now)
  return count
}

function end(destination: Destination, outcome: SlotOutcome, now: number): void {
  destination.take()
  destination.free(outcome, now)
}

test('the limit of a destination grows from 2 to 10 with successes, and shrinks with failures', () => {
  const destination = new Destination(1)
  const capacities = [capacityOf(destination, 0)]
  for (let count = 0; count < 9; count += 1) {
    end(destination, 'delivered', 0)
    capacities.push(capacityOf(destination, 0))
  }
  assert.deepEqual(capacities, [2, 3, 4, 5, 6, 7, 8, 9, 10, 10])
  end(destination, 'failed', 0)
  assert.equal(capacityOf(destination, 0), 5)
  end(destination, 'unused', 0)
  assert.equal(capacityOf(destination, 0), 5)
})

test('five failures in a row open the circuit breaker, for longer each time, and one delivery probes it', () => {
  const destination = new Destination(1)
  for (let count = 0; count < 4; count += 1) end(destination, 'failed', 0)
  end(destination, 'delivered', 0)
  for (let count = 0; count < 4; count += 1) end(destination, 'failed', 0)
  assert.equal(destination.isPaused(0), false)
  let now = 0
  for (const ms of [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
    end(destination, 'failed', now)
    assert.equal(capacityOf(destination, now + ms - 1), 0, `${ms}`)
    now += ms
    assert.equal(capacityOf(destination, now), 1, `${ms}`)
  }
  end(destination, 'delivered', now)
  assert.equal(capacityOf(destination, now), 2)
  for (let count = 0; count < 5; count += 1) end(destination, 'failed', now)
  assert.equal(capacityOf(destination, now + 9_999), 0)
  assert.equal(capacityOf(destination, now + 10_000), 1)
})

test('failures of earlier deliveries do not prolong an open circuit breaker', () => {
  const destination = new Destination(1)
  for (let count = 0; count < 8; count += 1) destination.take()
  for (let count = 0; count < 8; count += 1) destination.free('failed', count)
  assert.equal(destination.isPaused(10_003), true)
  assert.equal(destination.isPaused(10_004), false)
})

test('a destination is an origin of one license, and the longest-unused idle one is forgotten', () => {
  const destinations = new Destinations(2)
  const one = destinations.get(1, 'https://a.example/x')
  assert.equal(destinations.get(1, 'https://a.example:443/y?z'), one)
  assert.notEqual(destinations.get(2, 'https://a.example/x'), one)
  one.take()
  destinations.get(1, 'http://a.example/x')
  assert.equal(destinations.get(1, 'https://a.example/'), one)
  one.free('unused', 0)
  destinations.get(1, 'no url')
  destinations.get(1, 'nothing either')
  assert.notEqual(destinations.get(1, 'https://a.example/'), one)
})

test('destinations with an open circuit breaker are counted', () => {
  const destinations = new Destinations(10)
  for (let count = 0; count < 5; count += 1) end(destinations.get(1, 'https://a.example/'), 'failed', 0)
  destinations.get(1, 'https://b.example/')
  assert.deepEqual([destinations.countPaused(9_999), destinations.countPaused(10_000)], [1, 0])
})
