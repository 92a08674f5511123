/**
 * The only source of time in core. Two times, for two uses: the wall clock, which an operator or NTP may set back or
 * forth at any moment, only dates things; ages, deadlines and rates run on the monotonic one.
 */
export interface Clock {
  /** Integer Unix milliseconds, by the wall clock: when something happened, or a date that something is good until. */
  now(): number
  /**
   * Milliseconds, with a fraction, since an instant that stays the same while the process lives. Never goes back, and
   * nothing sets it: only the difference of two means anything.
   */
  monotonic(): number
  /**
   * Calls `callback` every `periodMs` of monotonic time until the returned function is called. Never keeps a process
   * alive.
   */
  every(periodMs: number, callback: () => void): () => void
}
