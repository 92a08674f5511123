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

/** Counts attempts over all nodes, in the storage. */
export class AttemptLimiter {
  readonly #changes: Changes
  readonly #clock: Clock

  constructor(changes: Changes, clock: Clock) {
    this.#changes = changes
    this.#clock = clock
  }

  /**
   * Counts one; throws when it is one too many, with the time until the oldest is forgotten. One that is refused is
   * not counted: otherwise whoever comes back at that time would be refused for ever.
   */
  async count(origin: Origin, key: string, rule: Rule, now = this.#clock.now()): Promise<void> {
    await this.#inLine(origin, key, async (tx) => {
      const { count, oldestAt } = await tx.rateCounters.record(key, now, now - rule.windowMs)
      if (count <= rule.max) return
      const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + rule.windowMs - now) / 1_000))
      // Takes the record back.
      throw new OAuthError(rule.code, rule.description, { retryAfterSeconds })
    })
  }

  /** One that was counted at that instant; the others of the key stay. */
  takeBack(origin: Origin, key: string, at: number): Promise<void> {
    return this.#inLine(origin, key, (tx) => tx.rateCounters.takeBack(key, at))
  }

  clear(origin: Origin, key: string): Promise<void> {
    return this.#inLine(origin, key, (tx) => tx.rateCounters.clear(key))
  }

  /** Each locks the key. */
  #inLine(origin: Origin, key: string, work: (tx: StorageTransaction) => Promise<void>): Promise<void> {
    return this.#changes.commit(origin, this.#clock.now(), [key], async (tx) => {
      return { response: await work(tx), facts: [] }
    })
  }
}
