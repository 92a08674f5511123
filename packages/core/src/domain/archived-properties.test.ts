import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archivedProperties } from './archived-properties.js'

test('each property of a thread replaces the one of the chat with the same name', () => {
  const chat = { a: { one: 1, two: 2 }, b: { three: 3 } }
  const thread = { a: { two: 'two' }, c: { four: false } }
  const both = { a: { one: 1, two: 'two' }, b: { three: 3 }, c: { four: false } }
  assert.deepEqual(archivedProperties(thread, chat), both)
})

test('property names such as toString are treated like any others', () => {
  const chat = { toString: { valueOf: 1 } }
  assert.deepEqual(archivedProperties({}, chat), chat)
  assert.deepEqual(archivedProperties(chat, {}), chat)
})
