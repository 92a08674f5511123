import { OAuthError, type OAuthErrorCode } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Storage } from '../ports/storage.js'

interface Rule {
  readonly windowMs: number
  readonly max: number
  readonly code: OAuthErrorCode
  readonly description: string
}

/** Counts attempts over all nodes, in the storage. */
export class Attempts {
  readonly #storage: Storage
  readonly #clock: Clock

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
  }

  /** Counts one; throws when it is one too many, with the time until the oldest is forgotten. */
  async count(key: string, rule: Rule): Promise<void> {
    const now = this.#clock.now()
    const { count, oldestAt } = await this.#storage.transaction((tx) =>
      tx.attempts.record(key, now, now - rule.windowMs),
    )
    if (count <= rule.max) return
    const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + rule.windowMs - now) / 1_000))
    throw new OAuthError(rule.code, rule.description, { retryAfterSeconds })
  }

  clear(key: string): Promise<void> {
    return this.#storage.transaction((tx) => tx.attempts.clear(key))
  }
}
