import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frozenCopy } from './frozen-copy.js'

test('frozenCopy returns an equal, deeply frozen copy and leaves the original unfrozen', () => {
  const value = { list: [{ id: 1 }], text: 'a', nothing: null }
  const copy = frozenCopy(value)
  assert.deepEqual(copy, value)
  for (const part of [copy, copy.list, copy.list[0]]) assert.ok(Object.isFrozen(part))
  value.list.push({ id: 2 })
  assert.equal(copy.list.length, 1)
})
