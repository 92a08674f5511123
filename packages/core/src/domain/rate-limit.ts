/** A rate limit: tokens that are refilled per second, and the size of the bucket. */
export interface Rate {
  readonly perSecond: number
  /** Number of tokens in a full bucket. */
  readonly burst: number
}

/** Kinds of actions with a rate of their own, in addition to the rate of all requests. */
export type ActionRate = 'multicasts' | 'postbacks' | 'configurations'

/**
 * The instant at which a token bucket is full again, on the monotonic clock. It is 0 for an unused bucket. A bucket
 * refills with time, so this instant is its whole state, and needs neither a timer nor an object.
 */
export type FullAt = number

/** Tolerance for rounding errors in sums of fractions of a millisecond. */
const roundingMs = 0.001

/**
 * Returns the bucket after `count` tokens were taken. The bucket may go into debt, for costs that are known only
 * afterwards.
 */
export function charge(fullAt: FullAt, count: number, rate: Rate, now: number): FullAt {
  return Math.max(fullAt, now) + (count * 1_000) / rate.perSecond
}

/** Returns the milliseconds until the bucket holds a whole token; 0 when it does now. */
export function waitMs(fullAt: FullAt, rate: Rate, now: number): number {
  const ms = fullAt - now - ((rate.burst - 1) * 1_000) / rate.perSecond
  return ms <= roundingMs ? 0 : ms
}

/** Returns whether the bucket is full, and so is the same as an unused one. */
export function isFull(fullAt: FullAt, now: number): boolean {
  return fullAt <= now + roundingMs
}
