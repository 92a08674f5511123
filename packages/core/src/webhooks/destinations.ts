import { Destination } from './destination.js'

/** What is known of destinations, of those that were sent to lately at most `maxCount`. */
export class Destinations {
  readonly #maxCount: number
  readonly #byKey = new Map<string, Destination>()

  constructor(maxCount: number) {
    this.#maxCount = maxCount
  }

  /** A text that is no URL is a destination too: nothing reaches it. */
  of(licenseId: number, url: string): Destination {
    const key = `${licenseId} ${URL.canParse(url) ? new URL(url).origin : url}`
    const destination = this.#byKey.get(key) ?? new Destination(licenseId)
    this.#byKey.delete(key)
    this.#byKey.set(key, destination)
    if (this.#byKey.size > this.#maxCount) this.#forgetOldest()
    return destination
  }

  /** How many are left alone at that instant of the monotonic clock. */
  countLeftAlone(now: number): number {
    let count = 0
    for (const destination of this.#byKey.values()) if (destination.isLeftAlone(now)) count += 1
    return count
  }

  /** But for those that something is being sent to. */
  #forgetOldest(): void {
    for (const [key, destination] of this.#byKey) {
      if (!destination.isIdle) continue
      this.#byKey.delete(key)
      return
    }
  }
}
