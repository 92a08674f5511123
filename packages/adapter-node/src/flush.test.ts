import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { VirtualClock } from '@parley/core/testing'
import type { Batch } from './batch.js'
import { TurnFlush } from './flush.js'

/** Collects what it is given during a turn and writes it when flushed. */
class Collector {
  readonly writes: string[] = []
  readonly #turns: TurnFlush
  #batch: Batch | undefined

  constructor(turns: TurnFlush) {
    this.#turns = turns
  }

  send(frame: Uint8Array): void {
    this.#batch = (this.#batch ?? this.#turns.begin(this)).with(frame)
  }

  flush(): void {
    this.writes.push(Buffer.from(this.#batch?.bytes ?? '').toString())
    this.#batch = undefined
  }
}

function givenFlush() {
  const clock = new VirtualClock(0)
  const load = { isMoreComing: false }
  const turns = new TurnFlush(clock, () => load.isMoreComing)
  const collectors = (count: number) => Array.from({ length: count }, () => new Collector(turns))
  return { clock, load, turns, collectors }
}

function sendAll(collectors: readonly Collector[], text: string): void {
  const frame = Buffer.from(text)
  for (const collector of collectors) collector.send(frame)
}

test('frames sent by promise continuations of one turn leave in one write, in order', async () => {
  const collector = new Collector(givenFlush().turns)
  const send = (text: string) => collector.send(Buffer.from(text))
  send('a')
  process.nextTick(send, 'b')
  await Promise.resolve()
  send('c')
  assert.deepEqual(collector.writes, [])
  await nextTurn()
  assert.deepEqual(collector.writes, ['acb'])
})

test('every connection is flushed, in every turn', async () => {
  const { turns } = givenFlush()
  const collectors = [new Collector(turns), new Collector(turns)]
  for (const text of ['a', 'b']) {
    const frame = Buffer.from(text)
    for (const collector of collectors) collector.send(frame)
    await nextTurn()
  }
  for (const { writes } of collectors) assert.deepEqual(writes, ['a', 'b'])
})

test('frames sent during a flush leave in the next turn', async () => {
  const { turns } = givenFlush()
  const late = new Collector(turns)
  turns.begin({ flush: () => late.send(Buffer.from('late')) })
  await nextTurn()
  assert.deepEqual(late.writes, [])
  await nextTurn()
  assert.deepEqual(late.writes, ['late'])
})

test('many sockets wait while more is coming, and then get everything in one write', async () => {
  const { load, collectors } = givenFlush()
  const all = collectors(200)
  load.isMoreComing = true
  for (const text of ['a', 'b']) {
    sendAll(all, text)
    await nextTurn()
  }
  for (const { writes } of all) assert.deepEqual(writes, [])
  load.isMoreComing = false
  await nextTurn()
  for (const { writes } of all) assert.deepEqual(writes, ['ab'])
})

test('a wait for more lasts at most a millisecond, and repeats when more has come', async () => {
  const { clock, load, collectors } = givenFlush()
  const all = collectors(200)
  load.isMoreComing = true
  for (const text of ['a', 'b']) {
    sendAll(all, text)
    await nextTurn()
    clock.advance(0.9)
    sendAll(all, `+${text}`)
    await nextTurn()
    assert.equal(all[0]?.writes.includes(`${text}+${text}`), false)
    clock.advance(0.1)
    await nextTurn()
  }
  for (const { writes } of all) assert.deepEqual(writes, ['a+a', 'b+b'])
})

test('after a wait that gathered nothing, there is no wait for a while', async () => {
  const { clock, load, collectors } = givenFlush()
  const all = collectors(200)
  const isSentAtOnce = async (text: string) => {
    sendAll(all, text)
    await nextTurn()
    return all[0]?.writes.includes(text)
  }
  load.isMoreComing = true
  assert.equal(await isSentAtOnce('a'), false)
  clock.advance(1)
  await nextTurn()
  assert.equal(await isSentAtOnce('b'), true)
  clock.advance(19)
  assert.equal(await isSentAtOnce('c'), true)
  clock.advance(1)
  assert.equal(await isSentAtOnce('d'), false)
  clock.advance(1)
  await nextTurn()
  for (const { writes } of all) assert.deepEqual(writes, ['a', 'b', 'c', 'd'])
})

test('few sockets never wait', async () => {
  const { load, collectors } = givenFlush()
  const all = collectors(199)
  load.isMoreComing = true
  sendAll(all, 'a')
  await nextTurn()
  for (const { writes } of all) assert.deepEqual(writes, ['a'])
})
