import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archivedProperties } from './archived-properties.js'

test('a property of the thread comes before the one of the chat, each by itself', () => {
  const chat = { a: { one: 1, two: 2 }, b: { three: 3 } }
  const thread = { a: { two: 'two' }, c: { four: false } }
  const both = { a: { one: 1, two: 'two' }, b: { three: 3 }, c: { four: false } }
  assert.deepEqual(archivedProperties(thread, chat), both)
})

test('names that every object has are nothing special', () => {
  const chat = { toString: { valueOf: 1 } }
  assert.deepEqual(archivedProperties({}, chat), chat)
  assert.deepEqual(archivedProperties(chat, {}), chat)
})
