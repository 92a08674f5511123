import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAhead, positionInQueue } from './queue-position.js'

const position = (waitingSince: number, chatId: string) => ({ waitingSince, chatId })
const front = [position(1, 'b'), position(2, 'a'), position(2, 'c')]

test('the queue position is behind threads that have waited longer, and smaller chat ids among equals', () => {
  assert.deepEqual(
    [position(0, 'z'), ...front, position(2, 'b'), position(2, 'd'), position(3, 'a')].map((one) =>
      positionInQueue(front, one),
    ),
    [1, 1, 2, 3, 3, 4, 4],
  )
  assert.equal(positionInQueue([], position(9, 'a')), 1)
})

test('a thread does not stand before itself', () => {
  assert.equal(isAhead(position(2, 'a'), position(2, 'a')), false)
  assert.equal(isAhead(position(2, 'a'), position(2, 'b')), true)
  assert.equal(isAhead(position(3, 'a'), position(2, 'b')), false)
})
