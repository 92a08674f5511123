import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAhead, positionInQueue } from './queue-position.js'

const place = (waitingSince: number, chatId: string) => ({ waitingSince, chatId })
const front = [place(1, 'b'), place(2, 'a'), place(2, 'c')]

test('the queue position is behind threads that have waited longer, and smaller chat ids among equals', () => {
  assert.deepEqual(
    [place(0, 'z'), ...front, place(2, 'b'), place(2, 'd'), place(3, 'a')].map((one) =>
      positionInQueue(front, one),
    ),
    [1, 1, 2, 3, 3, 4, 4],
  )
  assert.equal(positionInQueue([], place(9, 'a')), 1)
})

test('a thread does not stand before itself', () => {
  assert.equal(isAhead(place(2, 'a'), place(2, 'a')), false)
  assert.equal(isAhead(place(2, 'a'), place(2, 'b')), true)
  assert.equal(isAhead(place(3, 'a'), place(2, 'b')), false)
})
