import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { changesOn } from '../../test/changes.js'
import { chatEvent, chatHead } from '../../test/domain-values.js'
import { openStorage } from '../../test/open-storage.js'
import { scripted } from '../../test/scripted.js'
import { Background } from '../background/background.js'
import { VirtualClock } from '../clock/virtual-clock.js'
import { type Fact, factChat } from '../facts/fact.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { LogFields } from '../ports/logger.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import { SearchIndexer } from './search-indexer.js'
import { UnindexedChats } from './unindexed-chats.js'

const startAt = 100_000_000
const periodMs = 1_000
const minuteMs = 60_000

async function scene({ maxNoted = 100, wrap = (storage: Storage, _: VirtualClock) => storage } = {}) {
  const clock = new VirtualClock(startAt)
  const failures: LogFields[] = []
  const log = scripted<FailureLog>({ write: (_message, _type, fields) => void failures.push(fields) })
  const background = new Background({ clock, failures: log })
  const storage = wrap(await openStorage(), clock)
  const license = { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 0, expiresAt: null }
  const { id: licenseId } = await storage.transaction((tx) => tx.licenses.insert(license))
  const unindexed = new UnindexedChats(maxNoted)
  const { changes } = changesOn(storage, clock)
  const settings = { search: { periodMs, chunkEventCount: 40 } }
  const indexer = new SearchIndexer({
    read: storage.read,
    changes,
    clock,
    settings,
    unindexed,
    background,
    load: { measure: () => 0 },
  })
  background.add(indexer)
  const say = (tx: StorageTransaction, id: string, text: string, at = clock.now()) =>
    tx.chats.insert({
      ...{
        id,
        licenseId,
        createdAt: at,
        members: [],
        scopes: { groups: [], agents: [] },
        properties: {},
        propertyTerms: [],
      },
      thread: {
        ...{
          id: `${id}-thread`,
          createdAt: at,
          properties: {},
          propertyTerms: [],
          bytes: 100,
          waits: false,
          beganAt: 0,
        },
        events: [
          {
            ...{ id: `${id}-event`, authorId: 'a', recipients: 'all', createdAt: at, customId: null },
            ...{ properties: {}, content: { type: 'message', text } },
          },
        ],
      },
    })
  /** Commits a chat. It is noted as the engine does, or lost like the notes of a crashed node. */
  const commit = async (id: string, { isNoted = true, at = clock.now() } = {}) => {
    await storage.transaction((tx) => say(tx, id, 'Hello World', at))
    if (isNoted) unindexed.note(id)
  }
  const found = async () => {
    const { threads } = await storage.read.archives.listThreads({
      ...{
        licenseId,
        agentId: 'a',
        groups: [],
        reach: 'every',
        createdFrom: 0,
        agentIds: null,
        groupIds: null,
        properties: [],
      },
      ...{ createdBefore: Number.MAX_SAFE_INTEGER, after: null, offset: 0, limit: 1_000 },
      terms: [{ token: 'world', isPrefix: false }],
    })
    return threads.map(({ chatId }) => chatId).toSorted()
  }
  const settle = async () => {
    for (let turns = 0; turns < 200; turns += 1) await nextTurn()
  }
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settle()
  }
  return { clock, background, indexer, unindexed, commit, found, settle, pass, failures, storage }
}

test('new events are indexed once, when the period ends', async () => {
  const { background, indexer, commit, found, settle, pass } = await scene()
  background.startJobs()
  await settle()
  await commit('a')
  await pass(periodMs - 1)
  assert.deepEqual(
    [await found(), indexer.metrics()],
    [[], { indexedCount: 0, waitingChatCount: 1, outdatedChatCount: 0 }],
  )
  await pass(1)
  assert.deepEqual(
    [await found(), indexer.metrics()],
    [['a'], { indexedCount: 1, waitingChatCount: 0, outdatedChatCount: 0 }],
  )
  await pass(periodMs)
  assert.equal(indexer.metrics().indexedCount, 1)
  await background.endJobs()
})

test('a search waits for committed events to be indexed, and not for the period', async () => {
  const { background, indexer, commit, found, settle } = await scene()
  background.startJobs()
  await settle()
  for (let index = 0; index < 50; index += 1) await commit(`chat${index}`)
  await indexer.caughtUp()
  assert.equal((await found()).length, 50)
  await indexer.caughtUp()
  await background.endJobs()
})

test('a search ends a pause of the indexer', async () => {
  const wrap = (storage: Storage, clock: VirtualClock): Storage => ({
    ...{ open: () => storage.open(), ping: () => storage.ping(), close: () => storage.close() },
    read: storage.read,
    appendEvents: (commands) => storage.appendEvents(commands),
    transaction: (work, cancellation) =>
      storage.transaction(async (tx) => {
        const { archives } = tx
        const claimUnindexed: typeof archives.claimUnindexed = (chatIds, atMost) => {
          clock.advance(300)
          return archives.claimUnindexed(chatIds, atMost)
        }
        return work({ ...tx, archives: { ...archives, claimUnindexed } })
      }, cancellation),
  })
  const { background, indexer, commit, found, settle, pass } = await scene({ wrap })
  background.startJobs()
  await settle()
  await commit('a')
  await pass(periodMs)
  await commit('b')
  await indexer.caughtUp()
  assert.deepEqual(await found(), ['a', 'b'])
  await background.endJobs()
})

test('events that a crashed node left behind are found at the start and every minute', async () => {
  const { background, clock, commit, found, settle, pass } = await scene()
  await commit('before', { isNoted: false, at: 5 })
  background.startJobs()
  await settle()
  assert.deepEqual(await found(), ['before'])
  await commit('later', { isNoted: false, at: clock.now() - minuteMs })
  await pass(minuteMs - 1)
  assert.deepEqual(await found(), ['before'])
  await pass(1)
  assert.deepEqual(await found(), ['before', 'later'])
  await background.endJobs()
})

test('events that were indexed long ago are not looked at again', async () => {
  const { background, clock, commit, storage, settle, pass } = await scene()
  await commit('a')
  background.startJobs()
  await settle()
  assert.equal(await storage.read.archives.getIndexedUntil(), clock.now() - 10 * minuteMs)
  const until = clock.now()
  await pass(5 * minuteMs)
  assert.equal(await storage.read.archives.getIndexedUntil(), until - 10 * minuteMs)
  await background.endJobs()
})

test('chats beyond the limit of notes are found in the storage', async () => {
  const { background, commit, found, settle, pass } = await scene({ maxNoted: 2 })
  background.startJobs()
  await settle()
  for (const id of ['a', 'b', 'c', 'd']) await commit(id)
  await pass(periodMs)
  assert.deepEqual(await found(), ['a', 'b', 'c', 'd'])
  await background.endJobs()
})

test('a chat that could not be indexed is tried again, and a search does not wait for it', async () => {
  let isAway = false
  const wrap = (storage: Storage): Storage => ({
    ...{ open: () => storage.open(), ping: () => storage.ping(), close: () => storage.close() },
    read: storage.read,
    appendEvents: (commands) => storage.appendEvents(commands),
    transaction: (work, cancellation) =>
      isAway ? Promise.reject(new Error('away')) : storage.transaction(work, cancellation),
  })
  const { background, indexer, commit, found, settle, pass, failures } = await scene({ wrap })
  background.startJobs()
  await settle()
  await commit('a')
  isAway = true
  await indexer.caughtUp()
  assert.deepEqual(failures, [{ job: 'search index', cause: new Error('away') }])
  assert.deepEqual([await found(), indexer.metrics().waitingChatCount], [[], 1])
  isAway = false
  await pass(periodMs)
  assert.deepEqual(await found(), ['a'])
  await background.endJobs()
})

test('events are indexed within 2 s while indexing takes most of the time', async () => {
  const sendEveryMs = 10
  const workPerEventMs = 8
  const wrap = (storage: Storage, clock: VirtualClock): Storage => ({
    ...{ open: () => storage.open(), ping: () => storage.ping(), close: () => storage.close() },
    read: storage.read,
    appendEvents: (commands) => storage.appendEvents(commands),
    transaction: (work, cancellation) =>
      storage.transaction(async (tx) => {
        const { archives } = tx
        const index: typeof archives.index = async (events) => {
          clock.advance(workPerEventMs * events.length)
          for (const { thread } of events) ages.push(clock.monotonic() - thread.createdAt)
          return archives.index(events)
        }
        return work({ ...tx, archives: { ...archives, index } })
      }, cancellation),
  })
  const ages: number[] = []
  const { background, clock, commit, settle } = await scene({ wrap, maxNoted: 10_000 })
  background.startJobs()
  await settle()
  const offset = clock.monotonic()
  const endsAt = offset + 10_000
  for (let sent = 0; clock.monotonic() < endsAt; ) {
    // Commits the messages that were sent while the clock advanced during indexing.
    for (; sent * sendEveryMs <= clock.monotonic() - offset; sent += 1) {
      await commit(`chat${sent}`, { at: offset + sent * sendEveryMs })
    }
    clock.advance(sendEveryMs)
    for (let turns = 0; turns < 20; turns += 1) await nextTurn()
  }
  assert.ok(ages.length > 700, `${ages.length}`)
  assert.ok(Math.max(...ages) <= 2_000, `${Math.max(...ages)}`)
  await background.endJobs()
})

test('only commits with new events are noted', async () => {
  const { indexer } = await scene()
  const chat = factChat(chatHead())
  const seen: Fact = { name: 'last_seen_timestamp_updated', chat, userId: 'a', at: 1 }
  const said: Fact = { name: 'incoming_event', chat, threadId: 'thread', event: chatEvent() }
  const place = { chatId: chat.id, sequence: 1, previousAt: null }
  indexer.onCommit({ place, facts: [seen] })
  indexer.onCommit({ place: null, facts: [said] })
  assert.equal(indexer.metrics().waitingChatCount, 0)
  indexer.onCommit({ place, facts: [seen, said] })
  assert.equal(indexer.metrics().waitingChatCount, 1)
})

test('a chat that was noted several times is taken once', () => {
  const unindexed = new UnindexedChats(2)
  for (const id of ['a', 'b', 'a', 'b']) unindexed.note(id)
  assert.equal(unindexed.takeDropped(), false)
  unindexed.note('c')
  assert.deepEqual([unindexed.takeAll(), unindexed.takeAll(), unindexed.count], [['a', 'b'], [], 0])
  assert.deepEqual([unindexed.takeDropped(), unindexed.takeDropped()], [true, false])
})
