import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VirtualClock } from '../clock/virtual-clock.js'
import { RecentKeys } from './recent-keys.js'

function givenKeys(maxCount: number, maxAgeMs: number) {
  const clock = new VirtualClock(0)
  return { clock, keys: new RecentKeys(clock, { maxCount, maxAgeMs }) }
}

test('a key is found until it expires or is deleted', () => {
  const { clock, keys } = givenKeys(10, 1_000)
  keys.add('a')
  keys.add('b')
  keys.delete('b')
  clock.advance(999)
  assert.deepEqual([keys.has('a'), keys.has('b'), keys.has('c')], [true, false, false])
  clock.advance(1)
  assert.equal(keys.has('a'), false)
})

test('adding a key again restarts its age', () => {
  const { clock, keys } = givenKeys(10, 1_000)
  keys.add('a')
  clock.advance(900)
  keys.add('a')
  clock.advance(900)
  assert.equal(keys.has('a'), true)
})

test('never exceeds its size, and always keeps the last keys', () => {
  const { keys } = givenKeys(10, 1_000)
  const names = Array.from({ length: 100 }, (_, index) => `key ${index}`)
  for (const name of names) keys.add(name)
  const count = names.filter((name) => keys.has(name)).length
  assert.ok(count >= 5 && count <= 10, `${count}`)
  assert.equal(keys.has('key 99'), true)
})

for (const [maxCount, maxAgeMs] of [
  [0, 1_000],
  [2, 0],
] as const) {
  test(`a set of ${maxCount} keys for ${maxAgeMs} ms keeps nothing`, () => {
    const { keys } = givenKeys(maxCount, maxAgeMs)
    keys.add('a')
    assert.equal(keys.has('a'), false)
  })
}
