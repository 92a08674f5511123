import type { Background } from '../background/background.js'
import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import { atMost } from '../clock/at-most.js'
import { nextTurn } from '../clock/next-turn.js'
import { getPauseAfterRun, getPauseWithinRun } from '../domain/indexing-pace.js'
import { bringEvents } from '../facts/consequences.js'
import type { FactBatch } from '../facts/fact-batch.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import type { EventLoopLoad } from './event-loop-load.js'
import { indexPiece } from './index-piece.js'
import { OutdatedWords } from './outdated-words.js'
import type { UnindexedChats } from './unindexed-chats.js'

/** Metrics of the search index on this node. */
export interface SearchMetrics {
  /** Number of events that this node has indexed since it started. */
  readonly indexedCount: number
  /** Number of chats whose new events this node has yet to index. */
  readonly waitingChatCount: number
  /**
   * Number of chats that are still to be indexed again, because an earlier release split their events into other words.
   */
  readonly outdatedChatCount: number
}

export interface SearchIndexerDependencies {
  readonly read: Pick<StorageReads, 'archives'>
  readonly changes: Changes
  readonly clock: Clock
  readonly settings: Pick<Settings, 'search'>
  readonly unindexed: UnindexedChats
  readonly background: Pick<Background, 'wake'>
  readonly load: Pick<EventLoopLoad, 'measure'>
}

/** Maximum number of chats in one transaction. */
const chatsPerPiece = 20
/** Time between two searches for chats that a crashed node left behind, in milliseconds. */
const sweepMs = 60_000
/**
 * Tolerance for differences between the clocks of nodes, and for commits that finish after the time they are dated
 * with, in milliseconds.
 */
const slackMs = 10 * 60_000
/** Maximum number of chats that are found by one query. */
const sweptChatCount = 200
/** Maximum time that a search waits for the events that this node has committed, in milliseconds. */
const maxWaitMs = 1_000

/**
 * Indexes the words of new events in the background, so that sending does not wait for it. Events that this node
 * commits are indexed within 2 s, unless the node is busy with requests, which come first. Events that a crashed node
 * left behind, or that are older than the index, are looked for at the start and once a minute, and come after new
 * ones.
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
  }

  /** Notes the chat of new events. */
  onCommit({ place, facts }: FactBatch): void {
    if (place !== null && bringEvents(facts)) this.#dependencies.unindexed.note(place.chatId)
  }

  metrics(): SearchMetrics {
    const { unindexed } = this.#dependencies
    return {
      indexedCount: this.#indexedCount,
      waitingChatCount: unindexed.count + this.#takenChatCount,
      outdatedChatCount: this.#outdated.leftCount,
    }
  }

  /** Resolves when everything that this node has committed is indexed, or after one second. */
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

  /**
   * Indexes the noted chats. Waiting searches continue even when indexing fails, and then find only what is indexed.
   * Chats that are noted meanwhile are left to the next run.
   */
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
        const mayPause = !isAwaited && pieceCountLeft > 0
        await this.#pause(
          run,
          mayPause ? getPauseWithinRun({ passedMs, tookMs, pieceCountLeft, load: load.measure() }) : 0,
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
    const since = await read.archives.getIndexedUntil()
    for (;;) {
      const found = await read.archives.listUnindexed(since, sweptChatCount)
      await this.#indexFound(run, found)
      if (run.aborted) return
      if (found.length < sweptChatCount) break
    }
    if (!this.#hasIndexedSinceSweep) return
    await changes.commit(createOrigin(run), now, [], async (tx) => {
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
    await this.#pause(run, getPauseAfterRun(tookMs))
    await this.#indexNoted(run)
  }

  /** Pauses for that time. The pause ends early when a search waits. */
  #pause(run: Run, ms: number): Promise<void> {
    if (ms === 0 || this.#waiting.length > 0) return nextTurn()
    return run.pause(ms, new Promise((resolve) => (this.#endRest = resolve)))
  }

  async #indexPiece(run: Run, chatIds: readonly string[]) {
    const { changes, clock, settings } = this.#dependencies
    let tookMs = 0
    const { eventCount, unfinished } = await changes.commit(
      createOrigin(run),
      clock.now(),
      [],
      async (tx) => {
        const startedAt = clock.monotonic()
        const response = await indexPiece(tx, clock, chatIds, settings.search.chunkEventCount)
        tookMs = clock.monotonic() - startedAt
        return { response, facts: [] }
      },
    )
    this.#indexedCount += eventCount
    this.#hasIndexedSinceSweep ||= eventCount > 0
    return { unfinished, tookMs }
  }
}
