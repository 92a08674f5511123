import type { Clock } from '../ports/clock.js'

/** Maximum part of the passing time that is used to approach the reference: 1 s per minute (decisions §16.21). */
const mostOfPassed = 1 / 60

/**
 * A clock for durations that outlast a request. It starts at the reference, advances with the monotonic clock, and
 * slowly approaches the reference. So when the system clock is changed, nothing becomes due early.
 *
 * The reference is the wall clock, or the clock that the nodes share; `follow` sets how far that one is ahead of the
 * wall clock.
 */
export class SteadyClock {
  readonly #clock: Clock
  #aheadMs = 0
  #time: number
  #monotonic: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#time = clock.now()
    this.#monotonic = clock.monotonic()
  }

  /** Returns the current time in whole milliseconds. It never goes back. */
  now(): number {
    const monotonic = this.#clock.monotonic()
    const passed = monotonic - this.#monotonic
    const behind = this.#reference() - (this.#time + passed)
    const most = passed * mostOfPassed
    this.#time += passed + Math.min(most, Math.max(-most, behind))
    this.#monotonic = monotonic
    return Math.floor(this.#time)
  }

  /** Sets how far the reference is ahead of the wall clock, and restarts the clock there. Called once at the start. */
  begin(aheadMs: number): void {
    this.#aheadMs = aheadMs
    this.#time = this.#reference()
    this.#monotonic = this.#clock.monotonic()
  }

  /** Sets how far the reference is ahead of the wall clock. The clock approaches it slowly. */
  follow(aheadMs: number): void {
    this.#aheadMs = aheadMs
  }

  #reference(): number {
    return this.#clock.now() + this.#aheadMs
  }
}
