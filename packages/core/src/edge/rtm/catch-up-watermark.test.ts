import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CatchUpWatermark } from './catch-up-watermark.js'

const commit = (sequence: number, chatId = 'chat') => ({ chatId, sequence, previousAt: null })

test('holds back commits up to the last sent sequence of the chat, and no later ones', () => {
  const watermark = new CatchUpWatermark(new Map([['chat', 5]]))
  assert.deepEqual(
    [4, 5, 6, 7].map((sequence) => watermark.passes(commit(sequence))),
    [false, false, true, true],
  )
})

test('passes pushes of other chats and of none', () => {
  const watermark = new CatchUpWatermark(new Map([['chat', 5]]))
  assert.equal(watermark.passes(commit(1, 'other')), true)
  assert.equal(watermark.passes(null), true)
  assert.equal(watermark.passes(commit(5)), false)
})

test('does not depend on later changes of the map that it was made from', () => {
  const sentUntil = new Map([['chat', 5]])
  const watermark = new CatchUpWatermark(sentUntil)
  sentUntil.clear()
  assert.equal(watermark.passes(commit(5)), false)
  assert.equal(watermark.passes(commit(6)), true)
  assert.equal(watermark.passes(commit(7)), true)
})
