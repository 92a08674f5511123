import type { BusMetrics } from './facts/late-commits.js'
import type { HousekeepingMetrics } from './housekeeping/housekeeping.js'
import type { SearchMetrics } from './search/search-indexer.js'
import type { DeliveryMetrics } from './webhooks/deliveries.js'

/** Metrics of this node as plain JSON, for monitoring. Counters start at 0 when the engine is created. */
export interface Metrics {
  readonly housekeeping: HousekeepingMetrics
  readonly search: SearchMetrics
  readonly webhooks: DeliveryMetrics
  readonly bus: BusMetrics
}
