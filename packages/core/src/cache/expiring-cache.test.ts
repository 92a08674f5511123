import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../clock/virtual-clock.js'
import { ExpiringCache } from './expiring-cache.js'

function givenCache(maxCount: number, maxAgeMs: number) {
  const clock = new VirtualClock(0)
  return { clock, cache: new ExpiringCache<number>(clock, { maxCount, maxAgeMs }) }
}

test('returns what was set, and undefined for other keys', () => {
  const { cache } = givenCache(2, 1_000)
  cache.set('a', 1)
  assert.equal(cache.get('a'), 1)
  assert.equal(cache.get('b'), undefined)
})

test('setting a key again replaces its value', () => {
  const { cache } = givenCache(2, 1_000)
  cache.set('a', 1)
  cache.set('a', 2)
  assert.equal(cache.get('a'), 2)
})

test('an entry expires at its maximum age, however often it was used', () => {
  const { cache, clock } = givenCache(2, 1_000)
  cache.set('a', 1)
  clock.advance(999)
  assert.equal(cache.get('a'), 1)
  clock.advance(1)
  assert.equal(cache.get('a'), undefined)
})

test('setting a key again restarts its age', () => {
  const { cache, clock } = givenCache(2, 1_000)
  cache.set('a', 1)
  clock.advance(900)
  cache.set('a', 2)
  clock.advance(900)
  assert.equal(cache.get('a'), 2)
})

test('removes the oldest unused entry beyond its size', () => {
  const { cache } = givenCache(2, 1_000)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  assert.equal(cache.get('b'), undefined)
  assert.equal(cache.get('a'), 1)
  assert.equal(cache.get('c'), 3)
})

test('keeps a new entry even if all others were used', () => {
  const { cache } = givenCache(2, 1_000)
  for (const key of ['a', 'b']) cache.set(key, 1)
  for (const key of ['a', 'b']) cache.get(key)
  cache.set('c', 3)
  assert.equal(cache.get('a'), undefined)
  assert.equal(cache.get('b'), 1)
  assert.equal(cache.get('c'), 3)
})

test('removes an expired entry before any other', () => {
  const { cache, clock } = givenCache(2, 1_000)
  cache.set('a', 1)
  cache.get('a')
  clock.advance(999)
  cache.set('b', 2)
  clock.advance(1)
  cache.set('c', 3)
  assert.equal(cache.get('b'), 2)
  assert.equal(cache.get('c'), 3)
})

test('setting a key again counts as a use and takes no additional slot', () => {
  const { cache } = givenCache(2, 1_000)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.set('a', 3)
  cache.set('c', 4)
  assert.equal(cache.get('b'), undefined)
  assert.equal(cache.get('a'), 3)
})

for (const [maxCount, maxAgeMs] of [
  [0, 1_000],
  [2, 0],
] as const) {
  test(`a cache of ${maxCount} entries for ${maxAgeMs} ms keeps nothing`, () => {
    const { cache } = givenCache(maxCount, maxAgeMs)
    cache.set('a', 1)
    assert.equal(cache.get('a'), undefined)
  })
}

test('entries can be deleted, one or all that match', () => {
  const { cache } = givenCache(3, 1_000)
  for (const key of ['a', 'b']) cache.set(key, 1)
  cache.set('c', 2)
  cache.delete('a')
  cache.delete('never')
  assert.equal(cache.get('a'), undefined)
  assert.equal(cache.get('b'), 1)
  cache.deleteWhere((value) => value === 1)
  assert.equal(cache.get('b'), undefined)
  assert.equal(cache.get('c'), 2)
})
