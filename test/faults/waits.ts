import { measuresTime } from '../support/profile.js'
import type { Latencies } from './latencies.js'

/** What anybody may wait at most, where nothing else is wrong than what is done to others. */
const maxWaitP99Ms = 250
const maxWaitMs = 1_000
/** Of fewer waits a hundredth is what one moment held up. */
const minCountForP99 = 1_000

export class WaitedTooLong extends Error {}

/** That nobody waited longer. `share`: which part of a wait counts, the rest being the machine's. */
export function checkWaits(waits: Latencies, share: number): void {
  if (!measuresTime) return
  const percent = waits.count < minCountForP99 ? 95 : 99
  const isTooLong = waits.percentile(percent) * share > maxWaitP99Ms || waits.maxMs * share > maxWaitMs
  if (!isTooLong) return
  throw new WaitedTooLong(`somebody waited: ${waits}, of which ${Math.round(share * 100)} % count`)
}
