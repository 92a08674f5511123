import { Destination } from './destination.js'

/** Remembers the health of the `maxCount` destinations that were used most recently. */
export class Destinations {
  readonly #maxCount: number
  readonly #byKey = new Map<string, Destination>()

  constructor(maxCount: number) {
    this.#maxCount = maxCount
  }

  /**
   * Returns the destination of a webhook's URL. A text that is not a URL counts as a destination too, which no delivery
   * reaches.
   */
  get(licenseId: number, url: string): Destination {
    const key = `${licenseId} ${URL.canParse(url) ? new URL(url).origin : url}`
    const destination = this.#byKey.get(key) ?? new Destination(licenseId)
    this.#byKey.delete(key)
    this.#byKey.set(key, destination)
    if (this.#byKey.size > this.#maxCount) this.#forgetOldest()
    return destination
  }

  /** Returns how many destinations are paused by their circuit breaker at `now`, on the monotonic clock. */
  countPaused(now: number): number {
    let count = 0
    for (const destination of this.#byKey.values()) if (destination.isPaused(now)) count += 1
    return count
  }

  /** Removes the destination that was unused for longest, except those with running deliveries. */
  #forgetOldest(): void {
    for (const [key, destination] of this.#byKey) {
      if (!destination.isIdle) continue
      this.#byKey.delete(key)
      return
    }
  }
}
