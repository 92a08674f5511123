import type { Clock } from '../ports/clock.js'

export interface CacheBounds {
  /** Entries at most; the least recently used goes first. 0: nothing is kept. */
  readonly maxCount: number
  /** An entry older than this is gone. 0: nothing is kept. */
  readonly maxAgeMs: number
}

/** What was read lately, bounded in size and age. */
export class ExpiringCache<V> {
  readonly #clock: Clock
  readonly #bounds: CacheBounds
  /** In order of use: a map iterates in order of insertion. */
  readonly #entries = new Map<string, { readonly value: V; readonly storedAt: number }>()

  constructor(clock: Clock, bounds: CacheBounds) {
    this.#clock = clock
    this.#bounds = bounds
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    if (this.#clock.now() - entry.storedAt >= this.#bounds.maxAgeMs) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: V): void {
    if (this.#bounds.maxCount === 0 || this.#bounds.maxAgeMs === 0) return
    this.#entries.delete(key)
    this.#entries.set(key, { value, storedAt: this.#clock.now() })
    if (this.#entries.size <= this.#bounds.maxCount) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
