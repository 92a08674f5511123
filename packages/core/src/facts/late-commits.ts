import type { Clock } from '../ports/clock.js'
import type { Logger } from '../ports/logger.js'

/** Metrics on commits of other nodes that the bus did not bring in time. */
export interface BusMetrics {
  /** Number of commits that were read from the storage and then pushed in order. */
  readonly lateCommitCount: number
  /** Number of connections closed with 1012 because a commit was neither received nor still known. */
  readonly forcedReconnectCount: number
}

const logMs = 60_000

/** Counts late commits, and logs them at most once a minute. */
export class LateCommits {
  readonly #clock: Clock
  readonly #logger: Logger
  #lateCommitCount = 0
  #forcedReconnectCount = 0
  #logged: BusMetrics = { lateCommitCount: 0, forcedReconnectCount: 0 }
  #stop: (() => void) | undefined

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  metrics(): BusMetrics {
    return { lateCommitCount: this.#lateCommitCount, forcedReconnectCount: this.#forcedReconnectCount }
  }

  read(count: number): void {
    this.#lateCommitCount += count
    this.#note()
  }

  countReconnects(count: number): void {
    this.#forcedReconnectCount += count
    this.#note()
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  /** Writes the first log line immediately. What follows within a minute is summed up in the next line. */
  #note(): void {
    if (this.#stop !== undefined || !this.#write()) return
    this.#stop = this.#clock.every(logMs, () => {
      if (!this.#write()) this.close()
    })
  }

  /** Writes a log line if the counts have changed, and returns whether it did. */
  #write(): boolean {
    const lateCommitCount = this.#lateCommitCount - this.#logged.lateCommitCount
    const forcedReconnectCount = this.#forcedReconnectCount - this.#logged.forcedReconnectCount
    if (lateCommitCount + forcedReconnectCount === 0) return false
    this.#logged = this.metrics()
    this.#logger.warn(
      'Commits of other nodes arrived late over the bus. They were read from the storage; connections were closed where that was not possible',
      { lateCommitCount, forcedReconnectCount },
    )
    return true
  }
}
