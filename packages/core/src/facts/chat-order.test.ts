import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { ChatOrder } from './chat-order.js'

const startAt = 1_000_000

function given() {
  const clock = new VirtualClock(startAt)
  const told: string[] = []
  const passedOver: string[] = []
  const behindGap: string[] = []
  const order = new ChatOrder<string>({
    clock,
    chatCount: 100,
    tell: (item, isBehindGap) => {
      told.push(item)
      if (isBehindGap) behindGap.push(item)
    },
    passOver: (item) => passedOver.push(item),
  })
  /** The one before it was taken just now, unless it is told when. */
  const add = (chatId: string, sequence: number, previousAt: number | null = clock.now()) =>
    order.add({ chatId, sequence, previousAt }, `${chatId}${sequence}`)
  return { clock, order, add, told, passedOver, behindGap }
}

test('what comes in its order is told at once', () => {
  const { add, told } = given()
  for (const sequence of [1, 2, 3]) add('a', sequence)
  add('b', 1)
  assert.deepEqual(told, ['a1', 'a2', 'a3', 'b1'])
})

test('what comes early waits for what is before it, and for no other chat', () => {
  const { add, told } = given()
  add('a', 1)
  add('a', 4)
  add('a', 3)
  add('b', 1)
  assert.deepEqual(told, ['a1', 'b1'])
  add('a', 2)
  assert.deepEqual(told, ['a1', 'b1', 'a2', 'a3', 'a4'])
})

test('what is lost is waited for a quarter of a second, and is too late then', async () => {
  const { clock, add, told, passedOver } = given()
  add('a', 1)
  add('a', 3)
  clock.advance(249)
  await nextTurn()
  assert.deepEqual(told, ['a1'])
  clock.advance(51)
  await nextTurn()
  assert.deepEqual(told, ['a1', 'a3'])
  add('a', 2)
  assert.deepEqual(passedOver, ['a2'])
})

test('what is told without what came before says so, and nothing else does', async () => {
  const { clock, add, told, behindGap } = given()
  // Of a chat of which nothing was told yet, nothing is known to be missing.
  add('a', 5, clock.now() - 3_000)
  add('a', 7)
  add('a', 6)
  add('a', 9)
  add('a', 10)
  clock.advance(300)
  await nextTurn()
  add('a', 12, clock.now() - 3_000)
  assert.deepEqual(told, ['a5', 'a6', 'a7', 'a9', 'a10', 'a12'])
  assert.deepEqual(behindGap, ['a9', 'a12'])
})

test('what comes twice is told once', () => {
  const { add, told, passedOver } = given()
  add('a', 1)
  add('a', 1)
  add('a', 3)
  add('a', 3)
  add('a', 2)
  assert.deepEqual(told, ['a1', 'a2', 'a3'])
  assert.deepEqual(passedOver, ['a1', 'a3'])
})

test('of a chat that nothing is known of the first is told at once, if none can be on its way', () => {
  const { add, told } = given()
  add('a', 7, startAt - 2_001)
  add('b', 1, null)
  assert.deepEqual(told, ['a7', 'b1'])
})

test('one that may be on its way is waited for', async () => {
  const { clock, add, told } = given()
  add('a', 7, startAt - 2_000)
  assert.deepEqual(told, [])
  add('a', 6, startAt - 2_300)
  assert.deepEqual(told, ['a6', 'a7'])
  add('b', 7, startAt)
  clock.advance(300)
  await nextTurn()
  assert.deepEqual(told, ['a6', 'a7', 'b7'])
})

test('of a chat that is known too, what cannot be on its way is not waited for, nor by what waits already', () => {
  const { clock, add, told, passedOver } = given()
  add('a', 1)
  add('a', 3)
  clock.advance(100)
  add('a', 5, startAt - 2_000)
  add('a', 4)
  assert.deepEqual(told, ['a1', 'a3', 'a5'])
  assert.deepEqual(passedOver, ['a4'])
})

test('after this node stood still, what has arrived meanwhile is heard before anything is given up', async () => {
  const { clock, add, told } = given()
  add('a', 1)
  add('a', 3)
  clock.advance(5_000)
  add('a', 2)
  await nextTurn()
  assert.deepEqual(told, ['a1', 'a2', 'a3'])
})

test('after the end nothing waits', () => {
  const { order, add, told } = given()
  order.close()
  add('a', 1)
  add('a', 4)
  assert.deepEqual(told, ['a1', 'a4'])
})

test('at the end what waits is told', () => {
  const { order, add, told } = given()
  add('a', 1)
  add('a', 4)
  add('a', 3)
  order.close()
  assert.deepEqual(told, ['a1', 'a3', 'a4'])
})

test('however it arrives, each is told once at most, in its order, and all of it when nothing was lost', () => {
  const arrivals = fc.array(fc.record({ sequence: fc.integer({ min: 1, max: 12 }), waitMs: fc.nat(120) }))
  fc.assert(
    fc.property(arrivals, (all) => {
      const { clock, order, add, told, passedOver } = given()
      for (const { sequence, waitMs } of all) {
        clock.advance(waitMs)
        add('a', sequence, sequence === 1 ? null : clock.now())
      }
      order.close()
      const sequences = told.map((item) => Number(item.slice(1)))
      assert.deepEqual(
        sequences,
        [...new Set(sequences)].toSorted((one, other) => one - other),
      )
      assert.equal(told.length + passedOver.length, all.length)
    }),
  )
})
