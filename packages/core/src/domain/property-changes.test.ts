import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedProperties, mergedProperties } from './property-changes.js'

const before = { space: { text: 'a', number: 1, yes: true }, other: { text: 'b' } }

test('changedProperties returns new properties and those with another value', () => {
  const given = { space: { text: 'A', number: 1, more: 0 }, third: { yes: false } }
  assert.deepEqual(changedProperties(before, given), {
    space: { text: 'A', more: 0 },
    third: { yes: false },
  })
})

test('changedProperties returns undefined for equal values and for none', () => {
  for (const given of [before, { other: { text: 'b' } }, {}, { space: {} }, { nowhere: {} }]) {
    assert.equal(changedProperties(before, given), undefined)
  }
})

test('changedProperties treats a value of another type as changed', () => {
  assert.deepEqual(changedProperties(before, { space: { number: '1', yes: 1 } }), {
    space: { number: '1', yes: 1 },
  })
})

test('mergedProperties keeps all other properties', () => {
  const merged = mergedProperties(before, { space: { text: 'A', more: 0 }, third: { yes: false } })
  assert.deepEqual(merged, {
    space: { text: 'A', number: 1, yes: true, more: 0 },
    other: { text: 'b' },
    third: { yes: false },
  })
  assert.deepEqual(mergedProperties(before, {}), before)
})

test('changedProperties ignores inherited keys of the stored properties', () => {
  assert.deepEqual(changedProperties({}, { space: { toString: 'a' } }), { space: { toString: 'a' } })
  assert.deepEqual(changedProperties({}, { valueOf: { name: 'a' } }), { valueOf: { name: 'a' } })
})
