import type { Clock } from '../ports/clock.js'
import type { Logger } from '../ports/logger.js'

/** Commits of other nodes that the bus did not bring in time. */
export interface BusMetrics {
  /** Commits that were read from the storage, and pushed in their order. */
  readonly lateCommitCount: number
  /** Connections that were closed (1012), because a commit was neither heard nor known any more. */
  readonly sentBackCount: number
}

const logMs = 60_000

/** Counts late commits, and logs them once a minute at most. */
export class LateCommits {
  readonly #clock: Clock
  readonly #logger: Logger
  #lateCommitCount = 0
  #sentBackCount = 0
  #logged: BusMetrics = { lateCommitCount: 0, sentBackCount: 0 }
  #stop: (() => void) | undefined

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  metrics(): BusMetrics {
    return { lateCommitCount: this.#lateCommitCount, sentBackCount: this.#sentBackCount }
  }

  read(count: number): void {
    this.#lateCommitCount += count
    this.#note()
  }

  sentBack(count: number): void {
    this.#sentBackCount += count
    this.#note()
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  /** The first line of a minute is written immediately, and what follows is in the next one. */
  #note(): void {
    if (this.#stop !== undefined || !this.#write()) return
    this.#stop = this.#clock.every(logMs, () => {
      if (!this.#write()) this.close()
    })
  }

  /** Whether there was something to say. */
  #write(): boolean {
    const lateCommitCount = this.#lateCommitCount - this.#logged.lateCommitCount
    const sentBackCount = this.#sentBackCount - this.#logged.sentBackCount
    if (lateCommitCount + sentBackCount === 0) return false
    this.#logged = this.metrics()
    this.#logger.warn(
      'The bus did not bring what other nodes committed in time. Late commits were read from the storage; connections were closed where that was not possible',
      { lateCommitCount, sentBackCount },
    )
    return true
  }
}
