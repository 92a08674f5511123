import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextTurn } from '../clock/next-turn.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { ChatOrder, type Gap } from './chat-order.js'

const startAt = 1_000_000

/**
 * `stored` returns the commits that the storage finds for a gap; by default the storage no longer knows any. `since` is
 * when this node began to listen to the license; by default 100 s ago.
 */
function given(values: { stored?: (gap: Gap) => readonly number[] | undefined; since?: number | null } = {}) {
  const { stored = () => undefined, since = startAt - 100_000 } = values
  const clock = new VirtualClock(startAt)
  const told: string[] = []
  const passedOver: string[] = []
  const gaps: string[] = []
  const order = new ChatOrder<string>({
    clock,
    chatCount: 100,
    listeningSince: () => since ?? undefined,
    deliver: (item) => told.push(item),
    skip: (item) => passedOver.push(item),
    readMissing: async (gap, held) => {
      gaps.push(`${gap.chatId} ${gap.after}..${gap.until} holding ${held}`)
      const { chatId } = gap
      return stored(gap)?.map((sequence) => ({ sequence, item: `${chatId}${sequence} as stored` }))
    },
  })
  /** Adds a commit. By default the previous commit of the chat was made just now. */
  const add = (chatId: string, sequence: number, previousAt: number | null = clock.now()) =>
    order.add({ chatId, sequence, previousAt }, 1, `${chatId}${sequence}`)
  /** Waits long enough for missing commits to be read. */
  const wait = async (ms = 300) => {
    clock.advance(ms)
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  const expect = (chatId: string, sequence: number, at = clock.now()) =>
    order.expect({ licenseId: 1, chatId, sequence, at })
  return { clock, order, add, expect, wait, told, passedOver, gaps }
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('delivers a commit immediately when it is next in order', () => {
  const { add, told } = given()
  for (const sequence of [1, 2, 3]) add('a', sequence)
  add('b', 1)
  assert.deepEqual(told, ['a1', 'a2', 'a3', 'b1'])
})

test('holds an early commit until the one before it arrives, without holding other chats', () => {
  const { add, told } = given()
  add('a', 1)
  add('a', 4)
  add('a', 3)
  add('b', 1)
  assert.deepEqual(told, ['a1', 'b1'])
  add('a', 2)
  assert.deepEqual(told, ['a1', 'b1', 'a2', 'a3', 'a4'])
})

test('reads a missing commit from the storage after 250 ms, and skips it when it arrives later', async () => {
  const { wait, add, told, passedOver, gaps } = given({ stored: ({ until }) => upTo(until) })
  add('a', 1)
  add('a', 3)
  add('b', 1)
  await wait(249)
  assert.deepEqual(told, ['a1', 'b1'])
  await wait(51)
  assert.deepEqual(told, ['a1', 'b1', 'a2 as stored', 'a3'])
  add('a', 2)
  add('a', 4)
  assert.deepEqual(passedOver, ['a2'])
  assert.deepEqual(told.slice(4), ['a4'])
  assert.deepEqual(gaps, ['a 1..3 holding a3'])
})

test('reads a long gap completely, and keeps the commits that were held within it', async () => {
  const { wait, add, told, gaps } = given({ stored: ({ until }) => upTo(until) })
  add('a', 1)
  for (const sequence of [40, 20, 41]) add('a', sequence)
  await wait()
  const expected = upTo(41).map((n) => ([1, 20, 40, 41].includes(n) ? `a${n}` : `a${n} as stored`))
  assert.deepEqual(told, expected)
  assert.deepEqual(gaps, ['a 1..41 holding a20,a40,a41'])
})

test('delivers a commit once when it arrives while its gap is being read', async () => {
  const { wait, add, told, passedOver } = given({ stored: ({ until }) => upTo(until) })
  add('a', 1)
  add('a', 4)
  const filled = wait()
  add('a', 2)
  add('a', 3)
  add('a', 5)
  await filled
  assert.deepEqual(told, ['a1', 'a2', 'a3', 'a4', 'a5'])
  assert.deepEqual(passedOver, [])
})

test('skips commits that are no longer known, and delivers those that waited for them', async () => {
  const { wait, add, told, gaps } = given()
  add('a', 1)
  add('a', 3)
  add('a', 6)
  await wait()
  assert.deepEqual(told, ['a1', 'a3', 'a6'])
  assert.deepEqual(gaps, ['a 1..6 holding a3,a6'])
})

test('treats commits of an unknown chat as missing only from when the node began to listen', async () => {
  const since = startAt - 5_000
  const { wait, add, told, gaps } = given({ since, stored: ({ until }) => [until - 1, until] })
  add('a', 7, since - 1)
  add('b', 7, since)
  await wait()
  assert.deepEqual(told, ['a7', 'b6 as stored', 'b7'])
  assert.deepEqual(gaps, ['b undefined..7 holding b7'])
})

test('detects a missing commit of a known chat even if the clock of its node is behind', async () => {
  const since = startAt - 5_000
  const { wait, add, told } = given({ since, stored: ({ until }) => upTo(until) })
  add('a', 1)
  add('a', 3, since - 9_000)
  await wait()
  assert.deepEqual(told, ['a1', 'a2 as stored', 'a3'])
  add('a', 20, since - 11_000)
  assert.equal(told.at(-1), 'a20', 'the license was not listened to when those before it were committed')
})

test('never waits when the node does not listen to the license', () => {
  const { add, told, expect } = given({ since: null })
  expect('a', 2)
  add('a', 4)
  add('a', 9)
  assert.deepEqual(told, ['a4', 'a9'])
})

test('reads a commit that the storage has and that does not arrive', async () => {
  const { wait, add, expect, told, gaps } = given({
    stored: ({ after = 0, until }) => upTo(until).slice(after),
  })
  add('a', 1)
  expect('a', 1)
  expect('a', 3)
  expect('b', 2, startAt - 200_000)
  await wait(200)
  add('a', 2)
  await wait(100)
  assert.deepEqual(told, ['a1', 'a2', 'a3 as stored'])
  assert.deepEqual(gaps, ['a 2..3 holding '])
})

test('does not read an expected commit that arrives in time', async () => {
  const { wait, add, expect, gaps } = given()
  add('a', 1)
  expect('a', 2)
  add('a', 2)
  await wait()
  assert.deepEqual(gaps, [])
})

test('gives up an expected commit that is not known, once', async () => {
  const { wait, add, expect, told, gaps } = given()
  add('a', 1)
  expect('a', 3)
  await wait()
  add('a', 2)
  add('a', 4)
  assert.deepEqual(told, ['a1', 'a4'])
  await wait()
  assert.equal(gaps.length, 1)
})

test('delivers a duplicate commit once', () => {
  const { add, told, passedOver } = given()
  add('a', 1)
  add('a', 1)
  add('a', 3)
  add('a', 3)
  add('a', 2)
  assert.deepEqual(told, ['a1', 'a2', 'a3'])
  assert.deepEqual(passedOver, ['a1', 'a3'])
})

test('reads commits immediately when they are too old to be on the bus', async () => {
  const { wait, add, told } = given({ stored: ({ until }) => upTo(until) })
  add('a', 1)
  add('a', 3, startAt - 2_001)
  await wait(50)
  assert.deepEqual(told, ['a1', 'a2 as stored', 'a3'])
})

test('processes what arrived while the node was frozen before it gives up any commit', async () => {
  const { clock, add, told } = given()
  add('a', 1)
  add('a', 3)
  clock.advance(5_000)
  add('a', 2)
  await nextTurn()
  assert.deepEqual(told, ['a1', 'a2', 'a3'])
})

test('holds nothing after it is closed', () => {
  const { order, add, told } = given()
  order.close()
  add('a', 1)
  add('a', 4)
  assert.deepEqual(told, ['a1', 'a4'])
})

test('delivers held commits when it is closed', () => {
  const { order, add, told } = given()
  add('a', 1)
  add('a', 4)
  add('a', 3)
  order.close()
  assert.deepEqual(told, ['a1', 'a3', 'a4'])
})

test('delivers each commit once and in order, in whatever order commits arrive', async () => {
  const arrivals = fc.array(fc.record({ sequence: fc.integer({ min: 1, max: 12 }), waitMs: fc.nat(120) }))
  const property = fc.asyncProperty(arrivals, async (all) => {
    const { clock, wait, add, told, passedOver } = given({ stored: ({ until }) => upTo(until) })
    for (const { sequence, waitMs } of all) {
      clock.advance(waitMs)
      if (waitMs > 100) await nextTurn()
      add('a', sequence, sequence === 1 ? null : clock.now())
    }
    await wait()
    const last = Math.max(0, ...all.map(({ sequence }) => sequence))
    assert.deepEqual(
      told.map((item) => Number.parseInt(item.slice(1), 10)),
      upTo(last),
    )
    const readCount = told.filter((item) => item.includes('stored')).length
    assert.equal(told.length - readCount + passedOver.length, all.length)
  })
  await fc.assert(property, { numRuns: 50 })
})
