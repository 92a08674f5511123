/** Silence in a thread after which something happens; 0: it does not (options `routing`). */
export interface SilenceTimes {
  readonly idleAfterMs: number
  readonly closeAfterMs: number
}

/** What is known of a thread whose timer has come. */
export interface Silence {
  readonly timeoutsFrom: number
  readonly isIdleTold: boolean
}

/** `timerAt`: where the timer stands then, see {@link firstLookMs}. */
export type SilenceStep =
  | { readonly kind: 'close' }
  | { readonly kind: 'tell-idle'; readonly timerAt: number }
  | { readonly kind: 'wait'; readonly timerAt: number }

/** A thread is looked at so long after its timer; `null`: never, for nothing happens. */
export function firstLookMs({ idleAfterMs, closeAfterMs }: SilenceTimes): number | null {
  const times = [idleAfterMs, closeAfterMs].filter((ms) => ms > 0)
  return times.length === 0 ? null : Math.min(...times)
}

/** What a thread is due for that has been silent since then (decisions §7), where something can happen at all. */
export function silenceStep(
  { timeoutsFrom, isIdleTold }: Silence,
  times: SilenceTimes,
  now: number,
): SilenceStep {
  const { idleAfterMs, closeAfterMs } = times
  const closesAt = closeAfterMs > 0 ? timeoutsFrom + closeAfterMs : Number.POSITIVE_INFINITY
  const idleAt = idleAfterMs > 0 ? timeoutsFrom + idleAfterMs : Number.POSITIVE_INFINITY
  if (now >= closesAt) return { kind: 'close' }
  const kind = !isIdleTold && now >= idleAt ? 'tell-idle' : 'wait'
  // An event may come at any time that begins the silence anew, and moves no timer.
  const next = now >= idleAt ? now + idleAfterMs : idleAt
  return { kind, timerAt: Math.min(next, closesAt) - (firstLookMs(times) ?? 0) }
}
