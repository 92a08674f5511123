import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import { OAuthError, type OAuthErrorCode } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'

interface Rule {
  readonly windowMs: number
  readonly max: number
  readonly code: OAuthErrorCode
  readonly description: string
}

/** Counts attempts in the storage, across all nodes. */
export class AttemptLimiter {
  readonly #changes: Changes
  readonly #clock: Clock

  constructor(changes: Changes, clock: Clock) {
    this.#changes = changes
    this.#clock = clock
  }

  /**
   * Counts one attempt. Throws when it exceeds the limit, with the time until the oldest counted attempt expires. A
   * refused attempt is not counted, because otherwise a caller that retries at that time would be refused forever.
   */
  async count(origin: Origin, key: string, rule: Rule, now = this.#clock.now()): Promise<void> {
    await this.#withLock(origin, key, async (tx) => {
      const { count, oldestAt } = await tx.rateCounters.record(key, now, now - rule.windowMs)
      if (count <= rule.max) return
      const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + rule.windowMs - now) / 1_000))
      // The error rolls the transaction back, and the attempt is not counted.
      throw new OAuthError(rule.code, rule.description, { retryAfterSeconds })
    })
  }

  /** Removes the attempt that was counted at that time. Other attempts of the key stay. */
  takeBack(origin: Origin, key: string, at: number): Promise<void> {
    return this.#withLock(origin, key, (tx) => tx.rateCounters.takeBack(key, at))
  }

  clear(origin: Origin, key: string): Promise<void> {
    return this.#withLock(origin, key, (tx) => tx.rateCounters.clear(key))
  }

  /** Runs the work in a transaction that locks the key, so attempts of one key run one after another. */
  #withLock(origin: Origin, key: string, work: (tx: StorageTransaction) => Promise<void>): Promise<void> {
    return this.#changes.commit(origin, this.#clock.now(), [key], async (tx) => {
      return { response: await work(tx), facts: [] }
    })
  }
}
