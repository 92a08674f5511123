import type { Clock } from '../ports/clock.js'
import type { CacheBounds } from './expiring-cache.js'
import { RecentMap } from './recent-map.js'

/** Keys that were added lately: at least half of `maxCount`, and never more. Each is a number beside its key. */
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
    // In whole milliseconds, which are kept in less memory.
    this.#addedAt.set(key, Math.floor(this.#clock.monotonic()))
  }

  delete(key: string): void {
    this.#addedAt.delete(key)
  }
}
