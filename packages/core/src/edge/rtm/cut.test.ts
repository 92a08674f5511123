import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cut } from './cut.js'

const place = (sequence: number, chatId = 'chat') => ({ chatId, sequence, previousAt: null })

test('passes over what was told of the chat, and nothing behind it', () => {
  const cut = new Cut(new Map([['chat', 5]]))
  assert.deepEqual(
    [4, 5, 6, 7].map((sequence) => cut.passes(place(sequence))),
    [false, false, true, true],
  )
})

test('lets everything of other chats through, and what is about none', () => {
  const cut = new Cut(new Map([['chat', 5]]))
  assert.equal(cut.passes(place(1, 'other')), true)
  assert.equal(cut.passes(null), true)
  assert.equal(cut.passes(place(5)), false)
})

test('is not changed by what becomes of the map that it was made of', () => {
  const sentUntil = new Map([['chat', 5]])
  const cut = new Cut(sentUntil)
  sentUntil.clear()
  assert.equal(cut.passes(place(5)), false)
  assert.equal(cut.passes(place(6)), true)
  assert.equal(cut.passes(place(7)), true)
})
