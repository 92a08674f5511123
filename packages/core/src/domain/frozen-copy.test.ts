import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frozenCopy } from './frozen-copy.js'

test('a copy is the same, frozen throughout, and leaves what was copied as it was', () => {
  const value = { list: [{ id: 1 }], text: 'a', nothing: null }
  const copy = frozenCopy(value)
  assert.deepEqual(copy, value)
  for (const part of [copy, copy.list, copy.list[0]]) assert.ok(Object.isFrozen(part))
  value.list.push({ id: 2 })
  assert.equal(copy.list.length, 1)
})
