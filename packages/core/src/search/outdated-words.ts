import type { Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { indexPieceAgain } from './index-piece.js'

export interface OutdatedWordsDependencies {
  readonly read: Pick<StorageReads, 'archives'>
  readonly changes: Changes
  readonly clock: Clock
  readonly settings: Pick<Settings, 'search'>
}

/** Maximum number of chats in one transaction. */
const chatsPerPiece = 20

/**
 * Indexes events again that an earlier release split into other words (decisions §16.27). The progress is stored with
 * each piece, so the work continues after a restart or on another node.
 */
export class OutdatedWords {
  readonly #dependencies: OutdatedWordsDependencies
  #leftCount = 0

  constructor(dependencies: OutdatedWordsDependencies) {
    this.#dependencies = dependencies
  }

  /** Number of chats that are left, as far as this node knows. */
  get leftCount(): number {
    return this.#leftCount
  }

  /**
   * Indexes outdated chats until none is left, until the monotonic clock reaches `until`, or until another node has
   * taken over. Calls `giveWay` after each piece with its duration in milliseconds, so that other work can go first.
   */
  async renew(run: Run, until: number, giveWay: (tookMs: number) => Promise<void>): Promise<void> {
    const { read, clock } = this.#dependencies
    this.#leftCount = await read.archives.countOutdated()
    while (this.#leftCount > 0 && !run.aborted && clock.monotonic() < until) {
      const startedAt = clock.monotonic()
      const chatIds = await read.archives.listOutdated(chatsPerPiece)
      const { eventCount, unfinished } = await this.#renewPiece(run, chatIds)
      const finishedCount = chatIds.length - unfinished.length
      if (finishedCount === 0 && eventCount === 0) return
      this.#leftCount = Math.max(0, this.#leftCount - finishedCount)
      await giveWay(clock.monotonic() - startedAt)
    }
  }

  #renewPiece(run: Run, chatIds: readonly string[]) {
    const { changes, clock, settings } = this.#dependencies
    return changes.commit(createOrigin(run), clock.now(), [], async (tx) => {
      const response = await indexPieceAgain(tx, clock, chatIds, settings.search.chunkEventCount)
      return { response, facts: [] }
    })
  }
}
