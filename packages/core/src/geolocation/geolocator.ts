import type { ExpiringCache } from '../cache/expiring-cache.js'
import type { RecentKeys } from '../cache/recent-keys.js'
import { atMost } from '../clock/at-most.js'
import { toGeolocation } from '../domain/geolocations.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Visitor } from '../model/customer.js'
import type { Geolocation } from '../model/geolocation.js'
import type { Clock } from '../ports/clock.js'
import type { Geolocate } from '../ports/geolocate.js'

/** Dependencies of {@link Geolocator}. */
export interface GeolocatorDependencies {
  readonly geolocate: Geolocate
  readonly clock: Clock
  readonly failures: FailureLog
  /** Results by address; `null` when the hook knew no location. */
  readonly known: ExpiringCache<{ readonly geolocation: Geolocation | null }>
  /** Addresses whose lookup has failed recently. */
  readonly failed: RecentKeys
  readonly timeoutMs: number
  /** Maximum number of running calls of the hook, including those that were given up and have not ended. */
  readonly maxCallCount: number
}

interface Call {
  /** Resolves within the timeout, whatever the hook does. */
  readonly result: Promise<Geolocation | null>
  readonly abort: AbortController
}

/**
 * Asks the host for the location of customers (decisions §6.16). Limits the time and the number of calls, so that a
 * slow hook does no harm.
 */
export class Geolocator {
  readonly #dependencies: GeolocatorDependencies
  readonly #calls = new Map<string, Call>()

  constructor(dependencies: GeolocatorDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns the location of the address, or `null` when it is not known, or not known in time. Does not ask the host
   * when the location of `visitor` is known for this address. Never rejects.
   */
  locate(
    ip: string | null,
    visitor: Visitor | null = null,
  ): Geolocation | null | Promise<Geolocation | null> {
    const { known, failed, maxCallCount } = this.#dependencies
    if (ip === null) return null
    if (visitor?.ip === ip && visitor.geolocation !== null) return visitor.geolocation
    const found = known.get(ip)
    if (found !== undefined) return found.geolocation
    const underWay = this.#calls.get(ip)
    if (underWay !== undefined) return underWay.result
    return failed.has(ip) || this.#calls.size >= maxCallCount ? null : this.#ask(ip)
  }

  /** Aborts the running calls. */
  close(): void {
    for (const { abort } of this.#calls.values()) abort.abort()
  }

  #ask(ip: string): Promise<Geolocation | null> {
    const abort = new AbortController()
    const result = this.#callInTime(ip, abort)
    this.#calls.set(ip, { result, abort })
    return result
  }

  async #callInTime(ip: string, abort: AbortController): Promise<Geolocation | null> {
    const { failures, failed } = this.#dependencies
    const located = this.#call(ip, abort.signal)
    if (await this.#isInTime(located)) return located
    failed.add(ip)
    abort.abort()
    failures.write('The geolocate hook did not respond in time', 'geolocate', {})
    return null
  }

  async #isInTime(located: Promise<unknown>): Promise<boolean> {
    const { clock, timeoutMs } = this.#dependencies
    let isLocated = false
    const done = located.then(() => {
      isLocated = true
    })
    await atMost(clock, timeoutMs, done)
    return isLocated
  }

  /** Calls the hook. A late result is cached for the next customer from that address. */
  async #call(ip: string, signal: AbortSignal): Promise<Geolocation | null> {
    const { geolocate, known, failed, failures } = this.#dependencies
    try {
      // Defers the call, so that it is registered in `#calls` before it can end.
      await undefined
      const geolocation = toGeolocation(await geolocate(ip, { signal }))
      known.set(ip, { geolocation })
      return geolocation
    } catch (cause) {
      failed.add(ip)
      if (!signal.aborted) failures.write('The geolocate hook failed', 'geolocate', { cause })
      return null
    } finally {
      this.#calls.delete(ip)
    }
  }
}
