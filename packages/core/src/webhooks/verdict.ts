import { retryAfterMs, retryDelayMs } from '../domain/delivery-schedule.js'
import type { WebhookResponse } from './response-handler.js'

/** The result of an attempt for its delivery. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed'
      readonly reason: string
      /** Pause before the next attempt, in milliseconds; `null` when the delivery is given up. */
      readonly delayMs: number | null
      /** Whether the destination has asked for no further deliveries. */
      readonly isGone: boolean
    }

const goneStatus = 410

/**
 * Returns the result of an attempt from the response, or from the reason why there is none. `attemptCount` includes
 * this attempt, `chance` is a random number from 0 to 1, and `now` is in Unix milliseconds.
 */
export function getVerdict(
  outcome: WebhookResponse | { readonly reason: string },
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
