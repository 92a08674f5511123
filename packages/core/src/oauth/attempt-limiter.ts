import { OAuthError, type OAuthErrorCode } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import { Lanes } from '../writes/lanes.js'

interface Rule {
  readonly windowMs: number
  readonly max: number
  readonly code: OAuthErrorCode
  readonly description: string
}

/** Counts attempts over all nodes, in the storage. */
export class AttemptLimiter {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #lanes = new Lanes()

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
  }

  /**
   * Counts one; throws when it is one too many, with the time until the oldest is forgotten. One that is refused is
   * not counted: otherwise whoever comes back at that time would be refused for ever.
   */
  async count(key: string, rule: Rule, now = this.#clock.now()): Promise<void> {
    await this.#inLine(key, async (tx) => {
      const { count, oldestAt } = await tx.attempts.record(key, now, now - rule.windowMs)
      if (count <= rule.max) return
      const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + rule.windowMs - now) / 1_000))
      // Takes the record back.
      throw new OAuthError(rule.code, rule.description, { retryAfterSeconds })
    })
  }

  /** One that was counted at that instant; the others of the key stay. */
  takeBack(key: string, at: number): Promise<void> {
    return this.#inLine(key, (tx) => tx.attempts.takeBack(key, at))
  }

  clear(key: string): Promise<void> {
    return this.#inLine(key, (tx) => tx.attempts.clear(key))
  }

  /** Each locks the key: together they would wait for each other inside the database, each with a connection of its own. */
  #inLine(key: string, work: (tx: StorageTransaction) => Promise<void>): Promise<void> {
    return this.#lanes.run(key, 'exclusive', () => this.#storage.transaction(work))
  }
}
