import type { Settings } from '../settings.js'

/** Durations that presence depends on, in milliseconds. */
export interface PresenceTimes {
  readonly renewalMs: number
  /** Lifetime of a lease. A node whose lease was not renewed for longer than this has ended. */
  readonly leaseMs: number
  /** Grace period: how long agents without a connection count as logged in. */
  readonly graceMs: number
}

/** Returns the durations that follow from the options. */
export function presenceTimes({ leaseRenewalMs, reconnectGraceMs }: Settings['rtm']): PresenceTimes {
  return { renewalMs: leaseRenewalMs, leaseMs: 2 * leaseRenewalMs, graceMs: reconnectGraceMs }
}
