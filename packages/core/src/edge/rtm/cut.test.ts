import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Cut } from './cut.js'

const place = (sequence: number, chatId = 'chat') => ({ chatId, sequence, previousAt: null })

test('holds back commits up to the last sent sequence of the chat, and no later ones', () => {
  const cut = new Cut(new Map([['chat', 5]]))
  assert.deepEqual(
    [4, 5, 6, 7].map((sequence) => cut.passes(place(sequence))),
    [false, false, true, true],
  )
})

test('passes pushes of other chats and of none', () => {
  const cut = new Cut(new Map([['chat', 5]]))
  assert.equal(cut.passes(place(1, 'other')), true)
  assert.equal(cut.passes(null), true)
  assert.equal(cut.passes(place(5)), false)
})

test('does not depend on later changes of the map that it was made from', () => {
  const sentUntil = new Map([['chat', 5]])
  const cut = new Cut(sentUntil)
  sentUntil.clear()
  assert.equal(cut.passes(place(5)), false)
  assert.equal(cut.passes(place(6)), true)
  assert.equal(cut.passes(place(7)), true)
})
