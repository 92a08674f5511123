/** Maximum number of attempts of one delivery, the first one included (decisions §11). */
const maxAttemptCount = 12
const firstRetryMs = 5_000
/** Growth of the pause between attempts. With this factor, the last attempt takes place a day after the first. */
const factor = 2.52
/** Random part of each pause, as a fraction of it in both directions. Spreads deliveries that failed together. */
const jitter = 0.1
const maxWaitMs = 86_400_000

/**
 * Returns the pause before the next attempt, in milliseconds, after `attemptCount` attempts have failed, or `null` when
 * that was the last one. `chance` is a random number from 0 to 1.
 */
export function retryDelayMs(attemptCount: number, chance: number): number | null {
  if (attemptCount >= maxAttemptCount) return null
  const delayMs = firstRetryMs * factor ** (attemptCount - 1)
  return Math.round(delayMs * (1 - jitter + 2 * jitter * chance))
}

const seconds = /^\d{1,15}$/
const httpDate = /^[A-Z][a-z]{2,8}, .{1,40} GMT$/

/**
 * Returns the pause that a `Retry-After` header asks for, in milliseconds from `now` and at most a day (RFC 9110
 * §10.2.3). Returns 0 when the header is missing or cannot be parsed.
 */
export function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? ''
  if (seconds.test(text)) return Math.min(Number(text) * 1_000, maxWaitMs)
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.min(Math.max(0, at - now), maxWaitMs)
}
