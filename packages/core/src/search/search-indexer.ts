import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/job.js'
import type { Changes } from '../changes/changes.js'
import { originOf } from '../changes/origin.js'
import { atMost } from '../clock/at-most.js'
import { indexedTokens } from '../domain/search-tokens.js'
import { searchedTexts } from '../domain/searched-texts.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { UnindexedChats } from './unindexed-chats.js'

export interface SearchMetrics {
  /** Events that this node has indexed since it began. */
  readonly indexedCount: number
  /** Chats of this node whose new events wait to be indexed. */
  readonly waitingChatCount: number
}

export interface SearchIndexerDependencies {
  readonly read: Pick<StorageReads, 'archives'>
  readonly changes: Changes
  readonly clock: Clock
  readonly settings: Pick<Settings, 'search'>
  readonly unindexed: UnindexedChats
  readonly background: Pick<Background, 'add' | 'wake'>
}

/** In one transaction. */
const chatsPerChunk = 20
/** Between two looks for what nodes have left behind that ended without a word. */
const sweepMs = 60_000
/** By so much the clocks of nodes may differ, and a commit may come after the instant it is dated with. */
const slackMs = 10 * 60_000
/** Chats that are found in one look. */
const sweptChatCount = 200
/** It rests that many times as long as a chunk took: sends come first. */
const restPerWork = 8
const maxRestMs = 500
/** Of a search, for what this node has committed. */
const maxWaitMs = 1_000

/**
 * Indexes the words of new events, so that sends need not. What this node commits it knows; what a node has left behind
 * that ended, or that is older than the index, is looked for at the start and once a minute.
 */
export class SearchIndexer implements Job {
  readonly name = 'search index'
  readonly periodMs: number
  readonly #dependencies: SearchIndexerDependencies
  #waiting: (() => void)[] = []
  #endRest: () => void = () => undefined
  #isRunning = false
  #sweptAt: number | null = null
  #indexedCount = 0
  #hasIndexedSinceSweep = false

  constructor(dependencies: SearchIndexerDependencies) {
    this.#dependencies = dependencies
    this.periodMs = dependencies.settings.search.periodMs
    dependencies.background.add(this)
  }

  metrics(): SearchMetrics {
    const { unindexed } = this.#dependencies
    return { indexedCount: this.#indexedCount, waitingChatCount: unindexed.count }
  }

  /** Resolves once all that this node has committed is indexed, or after a second. */
  async caughtUp(): Promise<void> {
    const { unindexed, background, clock } = this.#dependencies
    if (unindexed.count === 0 && !this.#isRunning) return
    const done = new Promise<void>((resolve) => this.#waiting.push(resolve))
    background.wake(this)
    this.#endRest()
    await atMost(clock, maxWaitMs, done)
  }

  async run(run: Run): Promise<void> {
    this.#isRunning = true
    try {
      await this.#indexNoted(run)
      await this.#sweepWhereDue(run)
    } finally {
      this.#isRunning = false
    }
  }

  /** Whoever waits is let go in any case: a search answers what there is. */
  async #indexNoted(run: Run): Promise<void> {
    const { unindexed } = this.#dependencies
    const waiting = this.#waiting
    this.#waiting = []
    try {
      for (let ids = unindexed.take(chatsPerChunk); ids.length > 0; ids = unindexed.take(chatsPerChunk)) {
        if (run.aborted) return
        await this.#indexChunk(run, ids, waiting.length === 0)
      }
    } finally {
      for (const resolve of waiting) resolve()
    }
  }

  async #sweepWhereDue(run: Run): Promise<void> {
    const { clock, unindexed } = this.#dependencies
    const startedAt = clock.monotonic()
    const isDue = this.#sweptAt === null || startedAt - this.#sweptAt >= sweepMs
    if (!unindexed.takeDropped() && !isDue) return
    await this.#sweep(run)
    this.#sweptAt = startedAt
  }

  async #sweep(run: Run): Promise<void> {
    const { read, clock, changes, unindexed } = this.#dependencies
    const now = clock.now()
    const since = await read.archives.indexedUntil()
    for (;;) {
      const found = await read.archives.listUnindexed(since, sweptChatCount)
      for (const chatId of found) unindexed.note(chatId)
      await this.#indexNoted(run)
      if (run.aborted) return
      if (found.length < sweptChatCount) break
    }
    if (!this.#hasIndexedSinceSweep) return
    await changes.commit(originOf(run), now, [], async (tx) => {
      await tx.archives.setIndexedUntil(now - slackMs)
      return { response: undefined, facts: [] }
    })
    this.#hasIndexedSinceSweep = false
  }

  /** Ends where somebody searches. */
  #rest(run: Run, ms: number): Promise<void> {
    return run.rest(ms, new Promise((resolve) => (this.#endRest = resolve)))
  }

  async #indexChunk(run: Run, chatIds: readonly string[], mayRest: boolean): Promise<void> {
    const { changes, clock, unindexed } = this.#dependencies
    let tookMs = 0
    try {
      const { count, unfinished } = await changes.commit(originOf(run), clock.now(), [], async (tx) => {
        const startedAt = clock.monotonic()
        const response = await indexNext(tx, chatIds, this.#dependencies.settings.search.chunkEventCount)
        tookMs = clock.monotonic() - startedAt
        return { response, facts: [] }
      })
      for (const chatId of unfinished) unindexed.note(chatId)
      this.#indexedCount += count
      this.#hasIndexedSinceSweep ||= count > 0
    } catch (cause) {
      for (const chatId of chatIds) unindexed.note(chatId)
      throw cause
    }
    if (mayRest && this.#waiting.length === 0)
      await this.#rest(run, Math.min(restPerWork * tookMs, maxRestMs))
  }
}

async function indexNext(tx: StorageTransaction, chatIds: readonly string[], eventCount: number) {
  const { events, unfinished } = await tx.archives.takeUnindexed(chatIds, eventCount)
  const indexed = events.map(({ licenseId, thread, content }) => {
    return { licenseId, thread, tokens: indexedTokens(searchedTexts(content)) }
  })
  await tx.archives.index(indexed.filter(({ tokens }) => tokens.length > 0))
  return { count: events.length, unfinished }
}
