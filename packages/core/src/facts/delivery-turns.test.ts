import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTurn } from '../clock/next-turn.js'
import { DeliveryTurns } from './delivery-turns.js'

const mebibyte = 1_048_576

function given(bytesEach: number) {
  let idleCount = 0
  const turns = new DeliveryTurns(() => {
    idleCount += 1
  })
  const delivered: number[] = []
  const untilIdle = async () => {
    while (idleCount === 0) await nextTurn()
  }
  const deliveries = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => () => {
      delivered.push(from + index)
      return bytesEach
    })
  return { turns, delivered, deliveries, untilIdle, idleCount: () => idleCount }
}

test('runs a small delivery immediately', () => {
  const { turns, delivered, deliveries, idleCount } = given(1_000)
  turns.run(deliveries(0, 100))
  assert.equal(delivered.length, 100)
  assert.equal(idleCount(), 1)
})

test('spreads a large delivery over several turns, in order', async () => {
  const { turns, delivered, deliveries, idleCount } = given(3 * mebibyte)
  turns.run(deliveries(0, 7))
  const seen = [delivered.length]
  while (idleCount() === 0) {
    await nextTurn()
    seen.push(delivered.length)
  }
  assert.deepEqual(seen, [3, 6, 7])
  assert.deepEqual(delivered, [0, 1, 2, 3, 4, 5, 6])
})

test('runs later deliveries after those that wait', async () => {
  const { turns, delivered, deliveries, untilIdle } = given(100 * mebibyte)
  turns.run(deliveries(0, 2))
  turns.run(deliveries(2, 2))
  assert.deepEqual(delivered, [0])
  await untilIdle()
  assert.deepEqual(delivered, [0, 1, 2, 3])
})

test('spreads deliveries without receivers over several turns too', async () => {
  const { turns, delivered, deliveries, untilIdle } = given(0)
  turns.run(deliveries(0, 1_000))
  assert.equal(delivered.length, 128)
  await untilIdle()
  assert.equal(delivered.length, 1_000)
})

test('is idle again after the last delivery', () => {
  const { turns, delivered, deliveries, idleCount } = given(1)
  turns.run([])
  turns.run(deliveries(0, 1))
  turns.run(deliveries(1, 1))
  assert.equal(idleCount(), 3)
  assert.deepEqual(delivered, [0, 1])
})
