/** Result of using a slot; `unused` when nothing was sent. */
export type SlotOutcome = 'delivered' | 'failed' | 'unused'

const firstLimit = 2
const maxLimit = 10
/** Number of failures in a row that open the circuit breaker. */
const failuresToOpen = 5
const firstOpenMs = 10_000
const maxOpenMs = 300_000

/**
 * One host of one license that receives webhooks. Limits how many deliveries go there at the same time, more of them as
 * long as they succeed, and opens a circuit breaker when they keep failing. All times are from the monotonic clock.
 */
export class Destination {
  readonly licenseId: number
  #limit = firstLimit
  #takenCount = 0
  #failedInARow = 0
  /** Duration of the last pause of the circuit breaker; 0 when a delivery has succeeded since. */
  #openMs = 0
  #openUntil = Number.NEGATIVE_INFINITY
  #isProven = false

  constructor(licenseId: number) {
    this.licenseId = licenseId
  }

  /** Whether the latest delivery succeeded. */
  get isProven(): boolean {
    return this.#isProven
  }

  get isIdle(): boolean {
    return this.#takenCount === 0
  }

  isPaused(now: number): boolean {
    return now < this.#openUntil
  }

  /** Returns whether another delivery may start. After a pause, a single delivery is sent as a probe. */
  hasCapacity(now: number): boolean {
    if (this.isPaused(now)) return false
    return this.#takenCount < (this.#openMs > 0 ? 1 : this.#limit)
  }

  take(): void {
    this.#takenCount += 1
  }

  free(outcome: SlotOutcome, now: number): void {
    this.#takenCount -= 1
    if (outcome === 'delivered') this.#succeed()
    if (outcome === 'failed') this.#fail(now)
  }

  #succeed(): void {
    this.#isProven = true
    this.#failedInARow = 0
    this.#openMs = 0
    this.#openUntil = Number.NEGATIVE_INFINITY
    this.#limit = Math.min(this.#limit + 1, maxLimit)
  }

  #fail(now: number): void {
    this.#isProven = false
    this.#failedInARow += 1
    this.#limit = Math.max(1, Math.floor(this.#limit / 2))
    // Failures of deliveries that were sent before the pause are no news.
    if (this.#failedInARow < failuresToOpen || this.isPaused(now)) return
    this.#openMs = Math.min(Math.max(firstOpenMs, 2 * this.#openMs), maxOpenMs)
    this.#openUntil = now + this.#openMs
  }
}
