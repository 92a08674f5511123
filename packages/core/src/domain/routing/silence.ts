/** The times after which a silent thread counts as idle, and is closed; 0 disables one of them (options `routing`). */
export interface SilenceTimes {
  readonly idleAfterMs: number
  readonly closeAfterMs: number
}

/** The state of a silent thread whose timer has expired. */
export interface Silence {
  readonly timeoutsFrom: number
  readonly isIdleAnnounced: boolean
}

/** The next step for a silent thread. `timerAt` is the new value of its timer, see {@link firstCheckMs}. */
export type SilenceStep =
  | { readonly kind: 'close' }
  | { readonly kind: 'mark-idle'; readonly timerAt: number }
  | { readonly kind: 'wait'; readonly timerAt: number }

/**
 * Returns how long after its timer a thread is looked at, in milliseconds, or `null` when nothing ever happens to
 * silent threads.
 */
export function firstCheckMs({ idleAfterMs, closeAfterMs }: SilenceTimes): number | null {
  const times = [idleAfterMs, closeAfterMs].filter((ms) => ms > 0)
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * Returns the next step for a thread that has been silent since `timeoutsFrom` (decisions §7). Only called when at
 * least one of the times is set.
 */
export function silenceStep(
  { timeoutsFrom, isIdleAnnounced }: Silence,
  times: SilenceTimes,
  now: number,
): SilenceStep {
  const { idleAfterMs, closeAfterMs } = times
  const closesAt = closeAfterMs > 0 ? timeoutsFrom + closeAfterMs : Number.POSITIVE_INFINITY
  const idleAt = idleAfterMs > 0 ? timeoutsFrom + idleAfterMs : Number.POSITIVE_INFINITY
  if (now >= closesAt) return { kind: 'close' }
  const kind = !isIdleAnnounced && now >= idleAt ? 'mark-idle' : 'wait'
  // A new event restarts the silence without moving the timer, so the thread is looked at again after another idle
  // time.
  const next = now >= idleAt ? now + idleAfterMs : idleAt
  return { kind, timerAt: Math.min(next, closesAt) - (firstCheckMs(times) ?? 0) }
}
