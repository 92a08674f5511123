/** In all, the first included (decisions §11). */
const maxAttemptCount = 12
const firstRetryMs = 5_000
/** With it the last attempt comes a day after the first. */
const factor = 2.52
/** So much earlier or later, lest what failed together come again together. */
const jitter = 0.1
const maxWaitMs = 86_400_000

/**
 * How long after a failed attempt the next one comes, in milliseconds, after `attemptCount` in all; `null`: it was the last.
 * `chance`: 0 … 1, from a source of randomness.
 */
export function retryDelayMs(attemptCount: number, chance: number): number | null {
  if (attemptCount >= maxAttemptCount) return null
  const delayMs = firstRetryMs * factor ** (attemptCount - 1)
  return Math.round(delayMs * (1 - jitter + 2 * jitter * chance))
}

const seconds = /^\d{1,15}$/
const httpDate = /^[A-Z][a-z]{2,8}, .{1,40} GMT$/

/**
 * The time that a `Retry-After` asks for (RFC 9110 §10.2.3), in milliseconds from `now`, a day at most; 0 where it asks for
 * none, or nothing that can be understood.
 */
export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? ''
  if (seconds.test(text)) return Math.min(Number(text) * 1_000, maxWaitMs)
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.min(Math.max(0, at - now), maxWaitMs)
}
