import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/job.js'
import type { Changes } from '../changes/changes.js'
import { originOf } from '../changes/origin.js'
import { atMost } from '../clock/at-most.js'
import { nextTurn } from '../clock/next-turn.js'
import { restAfter, restWithin } from '../domain/indexing-pace.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { EventLoopLoad } from './event-loop-load.js'
import { indexPiece } from './index-piece.js'
import { OutdatedWords } from './outdated-words.js'
import type { UnindexedChats } from './unindexed-chats.js'

export interface SearchMetrics {
  /** Events that this node has indexed since it began. */
  readonly indexedCount: number
  /** Chats of this node whose new events wait to be indexed. */
  readonly waitingChatCount: number
  /** Chats whose events an earlier release has indexed by other words, and which are still to be indexed again. */
  readonly outdatedChatCount: number
}

export interface SearchIndexerDependencies {
  readonly read: Pick<StorageReads, 'archives'>
  readonly changes: Changes
  readonly clock: Clock
  readonly settings: Pick<Settings, 'search'>
  readonly unindexed: UnindexedChats
  readonly background: Pick<Background, 'add' | 'wake'>
  readonly load: Pick<EventLoopLoad, 'lately'>
}

/** In one transaction. */
const chatsPerPiece = 20
/** Between two looks for what nodes have left behind that ended without a word. */
const sweepMs = 60_000
/** By so much the clocks of nodes may differ, and a commit may come after the instant it is dated with. */
const slackMs = 10 * 60_000
/** Chats that are found in one look. */
const sweptChatCount = 200
/** Of a search, for what this node has committed. */
const maxWaitMs = 1_000

/**
 * Indexes the words of new events, so that sends need not. What this node commits it knows, and has indexed within 2 s unless it
 * is busy with requests, which come first; what
 * a node has left behind that ended, or that is older than the index, is looked for at the start and once a minute, and
 * gives way to what is new.
 */
export class SearchIndexer implements Job {
  readonly name = 'search index'
  readonly periodMs: number
  readonly #dependencies: SearchIndexerDependencies
  readonly #outdated: OutdatedWords
  #waiting: (() => void)[] = []
  #takenChatCount = 0
  #endRest: () => void = () => undefined
  #isRunning = false
  #sweptAt: number | null = null
  #indexedCount = 0
  #hasIndexedSinceSweep = false

  constructor(dependencies: SearchIndexerDependencies) {
    this.#dependencies = dependencies
    this.#outdated = new OutdatedWords(dependencies)
    this.periodMs = dependencies.settings.search.periodMs
    dependencies.background.add(this)
  }

  metrics(): SearchMetrics {
    const { unindexed } = this.#dependencies
    return {
      indexedCount: this.#indexedCount,
      waitingChatCount: unindexed.count + this.#takenChatCount,
      outdatedChatCount: this.#outdated.leftCount,
    }
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

  /** Whoever waits is let go in any case: a search answers what there is. What is noted meanwhile is for the next run. */
  async #indexNoted(run: Run): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      await this.#indexBatch(run, this.#dependencies.unindexed.takeAll(), waiting.length > 0)
    } finally {
      for (const resolve of waiting) resolve()
    }
  }

  async #indexBatch(run: Run, ids: readonly string[], isAwaited: boolean): Promise<void> {
    const { clock, unindexed, load } = this.#dependencies
    const beganAt = clock.monotonic()
    const queue = [...ids]
    let taken = 0
    try {
      while (taken < queue.length && !run.aborted) {
        this.#takenChatCount = queue.length - taken
        const piece = queue.slice(taken, taken + chatsPerPiece)
        const { unfinished, tookMs } = await this.#indexPiece(run, piece)
        taken += piece.length
        queue.push(...unfinished)
        const pieceCountLeft = Math.ceil((queue.length - taken) / chatsPerPiece)
        const passedMs = clock.monotonic() - beganAt
        const mayRest = !isAwaited && pieceCountLeft > 0
        await this.#rest(
          run,
          mayRest ? restWithin({ passedMs, tookMs, pieceCountLeft, load: load.lately() }) : 0,
        )
      }
    } finally {
      this.#takenChatCount = 0
      for (const chatId of queue.slice(taken)) unindexed.note(chatId)
    }
  }

  async #sweepWhereDue(run: Run): Promise<void> {
    const { clock, unindexed } = this.#dependencies
    const startedAt = clock.monotonic()
    const isDue = this.#sweptAt === null || startedAt - this.#sweptAt >= sweepMs
    if (!unindexed.takeDropped() && !isDue) return
    await this.#sweep(run)
    this.#sweptAt = startedAt
    await this.#outdated.renew(run, startedAt + sweepMs, (tookMs) => this.#giveWay(run, tookMs))
  }

  async #sweep(run: Run): Promise<void> {
    const { read, clock, changes } = this.#dependencies
    const now = clock.now()
    const since = await read.archives.indexedUntil()
    for (;;) {
      const found = await read.archives.listUnindexed(since, sweptChatCount)
      await this.#indexFound(run, found)
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

  async #indexFound(run: Run, found: readonly string[]): Promise<void> {
    const queue = [...found]
    for (let taken = 0; taken < queue.length; ) {
      const piece = queue.slice(taken, taken + chatsPerPiece)
      const { unfinished, tookMs } = await this.#indexPiece(run, piece)
      taken += piece.length
      queue.push(...unfinished)
      await this.#giveWay(run, tookMs)
      if (run.aborted) return
    }
  }

  async #giveWay(run: Run, tookMs: number): Promise<void> {
    await this.#rest(run, restAfter(tookMs))
    await this.#indexNoted(run)
  }

  /** Ends where somebody searches. */
  #rest(run: Run, ms: number): Promise<void> {
    if (ms === 0 || this.#waiting.length > 0) return nextTurn()
    return run.rest(ms, new Promise((resolve) => (this.#endRest = resolve)))
  }

  async #indexPiece(run: Run, chatIds: readonly string[]) {
    const { changes, clock, settings } = this.#dependencies
    let tookMs = 0
    const { eventCount, unfinished } = await changes.commit(originOf(run), clock.now(), [], async (tx) => {
      const startedAt = clock.monotonic()
      const response = await indexPiece(tx, clock, chatIds, settings.search.chunkEventCount)
      tookMs = clock.monotonic() - startedAt
      return { response, facts: [] }
    })
    this.#indexedCount += eventCount
    this.#hasIndexedSinceSweep ||= eventCount > 0
    return { unfinished, tookMs }
  }
}
