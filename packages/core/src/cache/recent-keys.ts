import type { Clock } from '../ports/clock.js'
import type { CacheBounds } from './expiring-cache.js'
import { RecentMap } from './recent-map.js'

/**
 * A set of the most recently added keys. It keeps between half of `maxCount` and `maxCount` keys, each with the instant
 * when it was added.
 */
export class RecentKeys {
  readonly #clock: Clock
  readonly #bounds: CacheBounds
  readonly #addedAt: RecentMap<number>

  constructor(clock: Clock, bounds: CacheBounds) {
    this.#clock = clock
    this.#bounds = bounds
    this.#addedAt = new RecentMap(bounds.maxCount)
  }

  has(key: string): boolean {
    const addedAt = this.#addedAt.get(key)
    return addedAt !== undefined && this.#clock.monotonic() - addedAt < this.#bounds.maxAgeMs
  }

  add(key: string): void {
    if (this.#bounds.maxCount === 0 || this.#bounds.maxAgeMs === 0) return
    // Whole milliseconds take less memory.
    this.#addedAt.set(key, Math.floor(this.#clock.monotonic()))
  }

  delete(key: string): void {
    this.#addedAt.delete(key)
  }
}
