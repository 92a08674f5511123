import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentMap } from './recent-map.js'

test('what was set last is there', () => {
  const map = new RecentMap<number>(10)
  map.set('a', 1)
  map.set('a', 2)
  assert.equal(map.get('a'), 2)
  assert.equal(map.get('b'), undefined)
})

test('half of the bound is remembered, and not more than the bound', () => {
  const map = new RecentMap<number>(10)
  for (let index = 0; index < 100; index += 1) {
    map.set(`key ${index}`, index)
    const known = Array.from({ length: index + 1 }, (_, key) => map.get(`key ${key}`) !== undefined)
    const count = known.filter(Boolean).length
    assert.ok(count >= Math.min(index + 1, 5) && count <= 10, `${count} of ${index + 1}`)
    assert.equal(known.at(-1), true)
  }
})

test('what is set again and again stays', () => {
  const map = new RecentMap<number>(10)
  map.set('kept', 0)
  for (let index = 1; index <= 100; index += 1) {
    map.set(`other ${index}`, index)
    map.set('kept', (map.get('kept') ?? Number.NaN) + 1)
  }
  assert.equal(map.get('kept'), 100)
})
