import type { PropertyCatalog } from '../domain/properties.js'
import { ParleyError } from '../errors.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import {
  type Configuration,
  nothingConfigured,
  toConfiguration,
  type WrittenLimits,
} from './configuration.js'

export interface ConfigurationsDependencies {
  readonly read: Pick<StorageReads, 'configuration'>
  readonly clock: Clock
  readonly failures: FailureLog
  readonly limits: WrittenLimits
  /**
   * Subscribes to changes of a license. Returns a promise when the subscription is new; changes are received once it
   * resolves.
   */
  readonly listen: (licenseId: number) => Promise<void> | undefined
  /** Returns whether this node has connections of the license. */
  readonly isConnected: (licenseId: number) => boolean
  /** Age at which a configuration is read again in case a change was missed, in milliseconds. */
  readonly maxAgeMs: number
}

interface KnownConfiguration {
  /** The last configuration that was read. It is used while the next one is being read. */
  shown: Configuration | undefined
  /** Whether the configuration has not changed since it was read. */
  isCurrent: boolean
  readAt: number
  usedAt: number
  /** Minimum revision that is current. */
  revision: number
  reading: Promise<Configuration> | undefined
}

const sweepMs = 60_000
/** Maximum number of reads until a revision is accepted, even if it is older than the expected one. */
const maxReadCount = 3

/** Caches the configuration of every license that this node works with. */
export class Configurations {
  readonly #dependencies: ConfigurationsDependencies
  readonly #known = new Map<number, KnownConfiguration>()
  readonly #initial: Configuration
  readonly #stop: () => void
  /** Number of times that everything was invalidated. A read that began before the last time may be outdated. */
  #forgetCount = 0
  #isClosed = false

  constructor(dependencies: ConfigurationsDependencies) {
    this.#dependencies = dependencies
    this.#initial = toConfiguration(nothingConfigured, dependencies.limits)
    this.#stop = dependencies.clock.every(sweepMs, () => this.#sweep())
  }

  /**
   * Returns the current configuration, synchronously if it is cached. Throws `license_not_found` when there is no such
   * license.
   */
  get(licenseId: number): Configuration | Promise<Configuration> {
    const known = this.#knownOf(licenseId)
    if (known.shown === undefined || !known.isCurrent) return this.#read(licenseId, known)
    if (this.#isOld(known)) this.#refresh(licenseId, known)
    return known.shown
  }

  /** Reads the configuration within a transaction, without any other I/O. */
  async readInTransaction(
    tx: Pick<StorageReads, 'configuration'>,
    licenseId: number,
  ): Promise<Configuration> {
    const stored = await tx.configuration.get(licenseId)
    if (stored === undefined) throw new ParleyError('license_not_found')
    return toConfiguration(stored, this.#dependencies.limits)
  }

  /** Returns the properties of a license without waiting. During a change it may return the previous ones. */
  getCatalog(licenseId: number): PropertyCatalog {
    const known = this.#knownOf(licenseId)
    if (known.shown === undefined || !known.isCurrent || this.#isOld(known)) this.#refresh(licenseId, known)
    return (known.shown ?? this.#initial).catalog
  }

  /** Notes that the configuration has changed and has this revision now. */
  forget(licenseId: number, revision: number): void {
    const known = this.#known.get(licenseId)
    if (known === undefined || revision <= known.revision) return
    known.revision = revision
    known.isCurrent = false
  }

  /** Invalidates all configurations, because any of them may have changed. */
  forgetAll(): void {
    this.#forgetCount += 1
    for (const known of this.#known.values()) known.isCurrent = false
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
  }

  #knownOf(licenseId: number): KnownConfiguration {
    const { clock, listen } = this.#dependencies
    const usedAt = clock.monotonic()
    const present = this.#known.get(licenseId)
    if (present !== undefined) {
      present.usedAt = usedAt
      if (listen(licenseId) !== undefined) present.isCurrent = false
      return present
    }
    const known: KnownConfiguration = {
      ...{ shown: undefined, isCurrent: false, readAt: usedAt, usedAt, revision: 0, reading: undefined },
    }
    this.#known.set(licenseId, known)
    return known
  }

  #isOld({ usedAt, readAt }: KnownConfiguration): boolean {
    return usedAt - readAt >= this.#dependencies.maxAgeMs
  }

  #refresh(licenseId: number, known: KnownConfiguration): void {
    if (this.#isClosed) return
    this.#read(licenseId, known).catch((cause: unknown) => {
      // The caller gets this error from its own call.
      if (cause instanceof ParleyError) return
      this.#dependencies.failures.write('A configuration could not be read', 'storage', { licenseId, cause })
    })
  }

  #read(licenseId: number, known: KnownConfiguration): Promise<Configuration> {
    known.reading ??= this.#readAgain(licenseId, known).finally(() => {
      known.reading = undefined
    })
    return known.reading
  }

  /** Reads the configuration until it has at least the expected revision. */
  async #readAgain(licenseId: number, known: KnownConfiguration): Promise<Configuration> {
    const { read, clock, limits, listen } = this.#dependencies
    await listen(licenseId)
    for (let count = 1; ; count += 1) {
      const forgetCount = this.#forgetCount
      const stored = await read.configuration.get(licenseId)
      if (stored === undefined) {
        this.#known.delete(licenseId)
        throw new ParleyError('license_not_found')
      }
      const isBehind = stored.revision < known.revision || forgetCount !== this.#forgetCount
      if (isBehind && count < maxReadCount) continue
      known.shown = toConfiguration(stored, limits)
      known.revision = stored.revision
      known.readAt = clock.monotonic()
      known.isCurrent = true
      return known.shown
    }
  }

  #sweep(): void {
    const { clock, isConnected, maxAgeMs } = this.#dependencies
    const until = clock.monotonic() - maxAgeMs
    for (const [licenseId, { usedAt, reading }] of this.#known) {
      if (usedAt <= until && reading === undefined && !isConnected(licenseId)) this.#known.delete(licenseId)
    }
  }
}
