import type { Clock } from '../ports/clock.js'

export interface CacheBounds {
  /** Entries at most; the oldest that was not used lately goes first. 0: nothing is kept. */
  readonly maxCount: number
  /** An entry older than this is gone. 0: nothing is kept. */
  readonly maxAgeMs: number
}

interface Entry<V> {
  readonly value: V
  readonly storedAt: number
  /** Since it was stored, or was last spared. */
  isUsed: boolean
}

/** What was read lately, bounded in size and age. */
export class ExpiringCache<V> {
  readonly #clock: Clock
  readonly #bounds: CacheBounds
  /** The first is the next that may go: a map iterates in order of insertion. */
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

  /** Looks at every entry. */
  deleteWhere(matches: (value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (matches(value)) this.#entries.delete(key)
  }

  /** What was used is spared once (second chance), so that a use need not move an entry. */
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
