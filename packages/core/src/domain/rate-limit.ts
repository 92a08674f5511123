/** A token bucket that needs no timer: it refills by the time that passed. */
export interface Bucket {
  readonly tokens: number
  readonly at: number
}

export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

export function fullBucket(rate: Rate, now: number): Bucket {
  return { tokens: rate.burst, at: now }
}

/** The bucket after one message; `isAllowed` says whether there was a token for it. */
export function takeToken(bucket: Bucket, rate: Rate, now: number): { bucket: Bucket; isAllowed: boolean } {
  const elapsedMs = Math.max(0, now - bucket.at)
  const tokens = Math.min(rate.burst, bucket.tokens + (elapsedMs * rate.perSecond) / 1_000)
  if (tokens < 1) return { bucket: { tokens, at: now }, isAllowed: false }
  return { bucket: { tokens: tokens - 1, at: now }, isAllowed: true }
}
