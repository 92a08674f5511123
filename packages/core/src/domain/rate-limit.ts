export interface Rate {
  readonly perSecond: number
  /** Tokens of a full bucket. */
  readonly burst: number
}

/** What has a rate of its own, beside that of all requests. */
export type ActionRate = 'multicasts' | 'postbacks' | 'configurations'

/**
 * The instant, of the monotonic clock, at which a token bucket is full again. It refills by the time that passes, so
 * that is all there is to know: no timer, and no object. Of a bucket that nothing was ever taken from it is 0.
 */
export type FullAt = number

/** What sums of fractions of a millisecond may be wrong by. */
const roundingMs = 0.001

/** The bucket with so many tokens less. It may come to owe tokens, for what is known only once it is done. */
export function charge(fullAt: FullAt, count: number, rate: Rate, now: number): FullAt {
  return Math.max(fullAt, now) + (count * 1_000) / rate.perSecond
}

/** Milliseconds until it holds a whole token; 0 when it does. */
export function waitMs(fullAt: FullAt, rate: Rate, now: number): number {
  const ms = fullAt - now - ((rate.burst - 1) * 1_000) / rate.perSecond
  return ms <= roundingMs ? 0 : ms
}

/** Nothing was taken for so long that it is as good as new. */
export function isFull(fullAt: FullAt, now: number): boolean {
  return fullAt <= now + roundingMs
}
