import { ExpiringCache } from '../cache/expiring-cache.js'
import { RecentKeys } from '../cache/recent-keys.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Geolocate } from '../ports/geolocate.js'
import type { Settings } from '../settings.js'
import { Geolocator } from './geolocator.js'

export type HostGeolocator = Pick<Geolocator, 'locate' | 'close'>

/**
 * Time in milliseconds during which an address is not looked up again after a failure, so that not every customer from
 * there has to wait.
 */
const failedMs = 10_000

/** The geolocator without a `geolocate` hook, which knows no address. */
const noGeolocator: HostGeolocator = { locate: () => null, close: () => undefined }

/** Creates the geolocator for the host's hook. */
export function createGeolocator(
  geolocate: Geolocate | undefined,
  { clock, failures, settings }: { clock: Clock; failures: FailureLog; settings: Settings },
): HostGeolocator {
  if (geolocate === undefined) return noGeolocator
  const { geolocationCount: maxCount, geolocationMs: maxAgeMs } = settings.caches
  return new Geolocator({
    ...{ geolocate, clock, failures },
    known: new ExpiringCache(clock, { maxCount, maxAgeMs }),
    failed: new RecentKeys(clock, { maxCount: Math.max(maxCount, 1_000), maxAgeMs: failedMs }),
    timeoutMs: settings.timeouts.geolocateMs,
    maxCallCount: settings.limits.geolocateCallCount,
  })
}
