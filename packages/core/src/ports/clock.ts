/**
 * The only source of time in core. The wall clock, which an operator or NTP may set at any moment, only dates things.
 * Ages, deadlines and rates use the monotonic clock.
 */
export interface Clock {
  /** Returns the time of the wall clock, in integer Unix milliseconds. */
  now(): number
  /**
   * Returns the milliseconds, with a fraction, since a fixed moment in the life of the process. It never goes back and
   * cannot be set, so only differences are meaningful.
   */
  monotonic(): number
  /**
   * Calls `callback` every `periodMs` milliseconds of monotonic time, and returns a function that ends this. It does
   * not keep the process alive.
   */
  every(periodMs: number, callback: () => void): () => void
}
