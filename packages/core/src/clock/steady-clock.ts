import type { Clock } from '../ports/clock.js'

/** So much of the time that passes may go into following the reference: 1 s a minute (decisions §16.21). */
const mostOfPassed = 1 / 60

/**
 * Time for what outlives a request: it begins as the reference is, goes on with the monotonic clock, and is drawn slowly
 * towards the reference. So where a clock is set, nothing becomes due early that counts from this time as well.
 *
 * The reference is the wall clock, or the clock that the nodes share: how much that is ahead `follow` is told.
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

  /** Integer milliseconds; never goes back. */
  now(): number {
    const monotonic = this.#clock.monotonic()
    const passed = monotonic - this.#monotonic
    const behind = this.#reference() - (this.#time + passed)
    const most = passed * mostOfPassed
    this.#time += passed + Math.min(most, Math.max(-most, behind))
    this.#monotonic = monotonic
    return Math.floor(this.#time)
  }

  /** The reference is ahead of the wall clock by so much, found at the start: the time begins anew with it. */
  begin(aheadMs: number): void {
    this.#aheadMs = aheadMs
    this.#time = this.#reference()
    this.#monotonic = this.#clock.monotonic()
  }

  /** The same later: the time is drawn towards it. */
  follow(aheadMs: number): void {
    this.#aheadMs = aheadMs
  }

  #reference(): number {
    return this.#clock.now() + this.#aheadMs
  }
}
