import { measuresTime } from '../support/profile.js'
import type { Latencies } from './latencies.js'

/** Maximum waiting times of a client that is not itself the target of the fault, in milliseconds. */
const maxWaitP99Ms = 250
const maxWaitMs = 1_000
/** Minimum number of measurements for the 99th percentile: among fewer, one short delay would decide it. */
const minCountForP99 = 1_000

export class WaitTooLongError extends Error {}

/**
 * Checks that no client waited longer. `share` is the part of a waiting time that counts; the rest is caused by the
 * machine.
 */
export function checkWaits(waits: Latencies, share: number): void {
  if (!measuresTime) return
  const percent = waits.count < minCountForP99 ? 95 : 99
  const isTooLong = waits.percentile(percent) * share > maxWaitP99Ms || waits.maxMs * share > maxWaitMs
  if (!isTooLong) return
  throw new WaitTooLongError(`somebody waited: ${waits}, of which ${Math.round(share * 100)} % count`)
}
