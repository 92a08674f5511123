import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentMap } from './recent-map.js'

test('returns the latest value of a key', () => {
  const map = new RecentMap<number>(10)
  map.set('a', 1)
  map.set('a', 2)
  assert.equal(map.get('a'), 2)
  assert.equal(map.get('b'), undefined)
})

test('keeps at least half of its size, and never more than its size', () => {
  const map = new RecentMap<number>(10)
  for (let index = 0; index < 100; index += 1) {
    map.set(`key ${index}`, index)
    const known = Array.from({ length: index + 1 }, (_, key) => map.get(`key ${key}`) !== undefined)
    const count = known.filter(Boolean).length
    assert.ok(count >= Math.min(index + 1, 5) && count <= 10, `${count} of ${index + 1}`)
    assert.equal(known.at(-1), true)
  }
})

test('keeps a key that is set again and again', () => {
  const map = new RecentMap<number>(10)
  map.set('kept', 0)
  for (let index = 1; index <= 100; index += 1) {
    map.set(`other ${index}`, index)
    map.set('kept', (map.get('kept') ?? Number.NaN) + 1)
  }
  assert.equal(map.get('kept'), 100)
})
