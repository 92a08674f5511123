import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Batch } from './batch.js'
import { TurnFlush } from './flush.js'

/** What it is told in a turn leaves when it is flushed. */
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

test('what promise continuations of one turn send leaves at once and in order', async () => {
  const collector = new Collector(new TurnFlush())
  const send = (text: string) => collector.send(Buffer.from(text))
  send('a')
  process.nextTick(send, 'b')
  await Promise.resolve()
  send('c')
  assert.deepEqual(collector.writes, [])
  await nextTurn()
  assert.deepEqual(collector.writes, ['acb'])
})

test('every connection is flushed, in each turn anew', async () => {
  const turns = new TurnFlush()
  const collectors = [new Collector(turns), new Collector(turns)]
  for (const text of ['a', 'b']) {
    const frame = Buffer.from(text)
    for (const collector of collectors) collector.send(frame)
    await nextTurn()
  }
  for (const { writes } of collectors) assert.deepEqual(writes, ['a', 'b'])
})

test('what is sent while others are flushed leaves in the next turn', async () => {
  const turns = new TurnFlush()
  const late = new Collector(turns)
  turns.begin({ flush: () => late.send(Buffer.from('late')) })
  await nextTurn()
  assert.deepEqual(late.writes, [])
  await nextTurn()
  assert.deepEqual(late.writes, ['late'])
})
