import type { ExpiringCache } from '../cache/expiring-cache.js'
import type { RecentKeys } from '../cache/recent-keys.js'
import { atMost } from '../clock/at-most.js'
import { toGeolocation } from '../domain/geolocations.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Visitor } from '../model/customer.js'
import type { Geolocation } from '../model/geolocation.js'
import type { Clock } from '../ports/clock.js'
import type { Geolocate } from '../ports/geolocate.js'

export interface GeolocatorDependencies {
  readonly geolocate: Geolocate
  readonly clock: Clock
  readonly failures: FailureLog
  /** What was answered of an address, or `null` where nothing is known. */
  readonly known: ExpiringCache<{ readonly geolocation: Geolocation | null }>
  /** Addresses of which no answer came lately. */
  readonly failed: RecentKeys
  readonly timeoutMs: number
  /** Calls of the hook that have not ended, however long ago they were given up. */
  readonly maxCallCount: number
}

interface Call {
  /** Ends in time, whatever becomes of the call. */
  readonly answer: Promise<Geolocation | null>
  readonly abort: AbortController
}

/** Asks the host where customers are, no longer and no more often than that does no harm (decisions §6.16). */
export class Geolocator {
  readonly #dependencies: GeolocatorDependencies
  readonly #calls = new Map<string, Call>()

  constructor(dependencies: GeolocatorDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Where that address is; `null` where it is not known, or not in time. Nothing is asked of an address that `visitor` is
   * known to be at. Never rejects.
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
    if (underWay !== undefined) return underWay.answer
    return failed.has(ip) || this.#calls.size >= maxCallCount ? null : this.#ask(ip)
  }

  /** What is still being asked is given up. */
  close(): void {
    for (const { abort } of this.#calls.values()) abort.abort()
  }

  #ask(ip: string): Promise<Geolocation | null> {
    const abort = new AbortController()
    const answer = this.#answerInTime(ip, abort)
    this.#calls.set(ip, { answer, abort })
    return answer
  }

  async #answerInTime(ip: string, abort: AbortController): Promise<Geolocation | null> {
    const { failures, failed } = this.#dependencies
    const located = this.#call(ip, abort.signal)
    if (await this.#isInTime(located)) return located
    failed.add(ip)
    abort.abort()
    failures.write('The geolocate hook did not answer in time', 'geolocate', {})
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

  /** An answer that comes too late is there for whoever comes from there next. */
  async #call(ip: string, signal: AbortSignal): Promise<Geolocation | null> {
    const { geolocate, known, failed, failures } = this.#dependencies
    try {
      // In a step of its own: the call is in the list when it ends.
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
