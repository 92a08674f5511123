import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOn } from '../../test/changes.js'
import { openStorage } from '../../test/open-storage.js'
import type { Run } from '../background/part.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import type { Storage } from '../ports/storage.js'
import type { IndexedEvent } from '../ports/stores/archives.js'
import { OutdatedWords } from './outdated-words.js'

const thread = { id: 'thread', createdAt: 1_000 }

/** Returns a storage with a chat for each text. Each chat has one event, whose stored search words are outdated. */
async function outdated(texts: readonly string[]) {
  const left = new Map(texts.map((text, index) => [`chat${index + 100}`, text]))
  const indexed: (readonly string[])[] = []
  const stored = await openStorage()
  const listOutdated = async (limit: number) => [...left.keys()].slice(0, limit)
  const countOutdated = async () => left.size
  const claimOutdated = async (chatIds: readonly string[]) => {
    const events = chatIds.flatMap((id) => {
      const text = left.get(id)
      left.delete(id)
      return text === undefined ? [] : [{ licenseId: 1, thread, content: { type: 'message', text } } as const]
    })
    return { events, unfinished: [] }
  }
  const index = async (events: readonly IndexedEvent[]) =>
    void indexed.push(...events.map(({ tokens }) => tokens))
  const storage: Storage = {
    ...{ open: () => stored.open(), ping: () => stored.ping(), close: () => stored.close() },
    appendEvents: (commands) => stored.appendEvents(commands),
    read: { ...stored.read, archives: { ...stored.read.archives, listOutdated, countOutdated } },
    transaction: (work, cancellation) =>
      stored.transaction(
        (tx) => work({ ...tx, archives: { ...tx.archives, claimOutdated, index } }),
        cancellation,
      ),
  }
  const clock = new VirtualClock(1_000)
  const { changes } = changesOn(storage, clock)
  const settings = { search: { periodMs: 1_000, chunkEventCount: 40 } }
  return { words: new OutdatedWords({ read: storage.read, changes, clock, settings }), indexed, clock, left }
}

const run = (isAborted = false): Run => ({
  aborted: isAborted,
  pause: () => Promise.resolve(),
})

test('events that may have other words are indexed again, and no others', async () => {
  const { words, indexed } = await outdated(['Straße', 'plain Words', '1+1'])
  await words.renew(run(), Number.MAX_SAFE_INTEGER, async () => undefined)
  assert.deepEqual(indexed, [['strasse'], ['1', '＋']])
  assert.equal(words.leftCount, 0)
})

test('outdated chats are indexed in pieces, with a count of those left and pauses between', async () => {
  const { words } = await outdated(Array.from({ length: 50 }, () => 'é'))
  const lefts: number[] = []
  await words.renew(run(), Number.MAX_SAFE_INTEGER, async () => void lefts.push(words.leftCount))
  assert.deepEqual(lefts, [30, 10, 0])
})

test('indexing stops when its time is over or the engine shuts down, and continues later', async () => {
  const { words, clock, left } = await outdated(Array.from({ length: 50 }, () => 'é'))
  await words.renew(run(true), Number.MAX_SAFE_INTEGER, async () => undefined)
  assert.equal(left.size, 50)
  await words.renew(run(), clock.monotonic() + 10, async () => clock.advance(10))
  assert.deepEqual([left.size, words.leftCount], [30, 30])
  await words.renew(run(), Number.MAX_SAFE_INTEGER, async () => undefined)
  assert.deepEqual([left.size, words.leftCount], [0, 0])
})
