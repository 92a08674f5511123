import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedProperties, mergedProperties } from './property-changes.js'

const before = { space: { text: 'a', number: 1, yes: true }, other: { text: 'b' } }

test('what has another value, or is new, has changed', () => {
  const given = { space: { text: 'A', number: 1, more: 0 }, third: { yes: false } }
  assert.deepEqual(changedProperties(before, given), {
    space: { text: 'A', more: 0 },
    third: { yes: false },
  })
})

test('the same values, and none, are no change', () => {
  for (const given of [before, { other: { text: 'b' } }, {}, { space: {} }, { nowhere: {} }]) {
    assert.equal(changedProperties(before, given), undefined)
  }
})

test('a value of another type is another value', () => {
  assert.deepEqual(changedProperties(before, { space: { number: '1', yes: 1 } }), {
    space: { number: '1', yes: 1 },
  })
})

test('a change leaves everything else as it was', () => {
  const merged = mergedProperties(before, { space: { text: 'A', more: 0 }, third: { yes: false } })
  assert.deepEqual(merged, {
    space: { text: 'A', number: 1, yes: true, more: 0 },
    other: { text: 'b' },
    third: { yes: false },
  })
  assert.deepEqual(mergedProperties(before, {}), before)
})

test('names that objects inherit are no values', () => {
  assert.deepEqual(changedProperties({}, { space: { toString: 'a' } }), { space: { toString: 'a' } })
  assert.deepEqual(changedProperties({}, { valueOf: { name: 'a' } }), { valueOf: { name: 'a' } })
})
