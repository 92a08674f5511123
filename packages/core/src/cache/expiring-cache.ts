import type { Clock } from '../ports/clock.js'

/** The limits of a cache. */
export interface CacheBounds {
  /**
   * Maximum number of entries. Beyond it, the oldest entry that was not used lately is removed. 0 disables the cache.
   */
  readonly maxCount: number
  /** Maximum age of an entry, in milliseconds. 0 disables the cache. */
  readonly maxAgeMs: number
}

interface Entry<V> {
  readonly value: V
  readonly storedAt: number
  /** Whether the entry was used since it was stored or last kept. */
  isUsed: boolean
}

/** A cache that is bounded in size and age. */
export class ExpiringCache<V> {
  readonly #clock: Clock
  readonly #bounds: CacheBounds
  /** Entries in the order of removal: a map iterates in insertion order. */
  readonly #entries = new Map<string, Entry<V>>()

  constructor(clock: Clock, bounds: CacheBounds) {
    this.#clock = clock
    this.#bounds = bounds
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || this.#isOld(entry, this.#clock.monotonic())) return undefined
    entry.isUsed = true
    return entry.value
  }

  set(key: string, value: V): void {
    if (this.#bounds.maxCount === 0 || this.#bounds.maxAgeMs === 0) return
    const storedAt = this.#clock.monotonic()
    this.#entries.delete(key)
    this.#makeRoom(storedAt)
    this.#entries.set(key, { value, storedAt, isUsed: false })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Deletes matching entries. Scans all of them. */
  deleteWhere(matches: (value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (matches(value)) this.#entries.delete(key)
  }

  /** Removes entries to free a slot. A used entry is kept once (second chance), so that reads need not move entries. */
  #makeRoom(now: number): void {
    for (const [key, entry] of this.#entries) {
      const isOld = this.#isOld(entry, now)
      if (!isOld && this.#entries.size < this.#bounds.maxCount) return
      this.#entries.delete(key)
      if (isOld || !entry.isUsed) continue
      entry.isUsed = false
      this.#entries.set(key, entry)
    }
  }

  #isOld({ storedAt }: Entry<V>, now: number): boolean {
    return now - storedAt >= this.#bounds.maxAgeMs
  }
}
