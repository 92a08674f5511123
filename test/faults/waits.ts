import assert from 'node:assert/strict'
import type { Latencies } from './latencies.js'

/** What anybody may wait at most, where nothing else is wrong than what is done to others. */
const maxWaitP99Ms = 250
const maxWaitMs = 1_000

/** That nobody waited longer. `share`: which part of a wait counts, the rest being the machine's. */
export function checkWaits(waits: Latencies, share: number): void {
  const seen = `somebody waited: ${waits}, of which ${Math.round(share * 100)} % count`
  assert.ok(waits.percentile(99) * share <= maxWaitP99Ms, seen)
  assert.ok(waits.maxMs * share <= maxWaitMs, seen)
}
