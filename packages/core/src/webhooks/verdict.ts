import { retryAfterMs, retryDelayMs } from '../domain/delivery-schedule.js'
import type { Answer } from './answer-handler.js'

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** Of the next attempt; `null`: it is given up. */
      readonly delayMs: number | null
      /** Whether the destination wants nothing any more. */
      readonly isGone: boolean
    }

const goneStatus = 410

/**
 * Of an answer, or of why there is none. `attemptCount`: with this one; `chance`: 0 … 1, from a source of randomness; `now`:
 * Unix milliseconds.
 */
export function verdictOf(
  outcome: Answer | { readonly reason: string },
  {
    attemptCount,
    chance,
    now,
  }: { readonly attemptCount: number; readonly chance: number; readonly now: number },
): Verdict {
  const delayMs = retryDelayMs(attemptCount, chance)
  if ('reason' in outcome) return { kind: 'failed', reason: outcome.reason, delayMs, isGone: false }
  const { status, retryAfter } = outcome
  if (status >= 200 && status <= 299) return { kind: 'delivered' }
  const reason = `answered ${status}`
  if (status === goneStatus) return { kind: 'failed', reason, delayMs: null, isGone: true }
  const asked = retryAfterMs(retryAfter, now)
  return {
    kind: 'failed',
    reason,
    delayMs: delayMs === null ? null : Math.max(delayMs, asked),
    isGone: false,
  }
}
