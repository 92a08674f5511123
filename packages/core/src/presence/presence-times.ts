import type { Settings } from '../settings.js'

export interface PresenceTimes {
  readonly renewalMs: number
  /** A node whose lease is older than that has ended. */
  readonly leaseMs: number
  /** For so long agents without a connection count as logged in. */
  readonly graceMs: number
}

export function presenceTimes({ leaseRenewalMs, reconnectGraceMs }: Settings['rtm']): PresenceTimes {
  return { renewalMs: leaseRenewalMs, leaseMs: 2 * leaseRenewalMs, graceMs: reconnectGraceMs }
}
