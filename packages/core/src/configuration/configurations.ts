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
  /** A promise: changes were not heard of until now, and are from when it resolves on. */
  readonly listen: (licenseId: number) => Promise<void> | undefined
  /** Whether this node has connections of the license. */
  readonly isConnected: (licenseId: number) => boolean
  /** It is read again at that age, in case a change was not heard of. */
  readonly maxAgeMs: number
}

interface Known {
  /** The last one that was read: what is shown while the next one is read. */
  shown: Configuration | undefined
  /** `false`: it has changed since then. */
  isCurrent: boolean
  readAt: number
  usedAt: number
  /** The least that is current. */
  revision: number
  reading: Promise<Configuration> | undefined
}

const sweepMs = 60_000
/** A storage that never comes to what was heard of is believed in the end. */
const maxReadCount = 3

/** The configuration of every license that this node has something to do with. */
export class Configurations {
  readonly #dependencies: ConfigurationsDependencies
  readonly #known = new Map<number, Known>()
  readonly #initial: Configuration
  readonly #stop: () => void
  /** How often all was forgotten: what is being read meanwhile may be from before. */
  #forgetCount = 0
  #isClosed = false

  constructor(dependencies: ConfigurationsDependencies) {
    this.#dependencies = dependencies
    this.#initial = toConfiguration(nothingConfigured, dependencies.limits)
    this.#stop = dependencies.clock.every(sweepMs, () => this.#sweep())
  }

  /** As it is now; at once where it is known. `license_not_found` where there is no such license. */
  of(licenseId: number): Configuration | Promise<Configuration> {
    const known = this.#knownOf(licenseId)
    if (known.shown === undefined || !known.isCurrent) return this.#read(licenseId, known)
    if (this.#isOld(known)) this.#refresh(licenseId, known)
    return known.shown
  }

  /** As it is in that transaction, which does no other I/O. */
  async readIn(tx: Pick<StorageReads, 'configuration'>, licenseId: number): Promise<Configuration> {
    const stored = await tx.configuration.get(licenseId)
    if (stored === undefined) throw new ParleyError('license_not_found')
    return toConfiguration(stored, this.#dependencies.limits)
  }

  /** What can be shown at once: in the moment of a change it may be the one before. */
  catalogOf(licenseId: number): PropertyCatalog {
    const known = this.#knownOf(licenseId)
    if (known.shown === undefined || !known.isCurrent || this.#isOld(known)) this.#refresh(licenseId, known)
    return (known.shown ?? this.#initial).catalog
  }

  /** It has changed, and has that revision now. */
  forget(licenseId: number, revision: number): void {
    const known = this.#known.get(licenseId)
    if (known === undefined || revision <= known.revision) return
    known.revision = revision
    known.isCurrent = false
  }

  /** Any of them may have changed. */
  forgetAll(): void {
    this.#forgetCount += 1
    for (const known of this.#known.values()) known.isCurrent = false
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
  }

  #knownOf(licenseId: number): Known {
    const { clock, listen } = this.#dependencies
    const usedAt = clock.monotonic()
    const present = this.#known.get(licenseId)
    if (present !== undefined) {
      present.usedAt = usedAt
      if (listen(licenseId) !== undefined) present.isCurrent = false
      return present
    }
    const known: Known = {
      ...{ shown: undefined, isCurrent: false, readAt: usedAt, usedAt, revision: 0, reading: undefined },
    }
    this.#known.set(licenseId, known)
    return known
  }

  #isOld({ usedAt, readAt }: Known): boolean {
    return usedAt - readAt >= this.#dependencies.maxAgeMs
  }

  #refresh(licenseId: number, known: Known): void {
    if (this.#isClosed) return
    this.#read(licenseId, known).catch((cause: unknown) => {
      // Whoever calls is told by their own call.
      if (cause instanceof ParleyError) return
      this.#dependencies.failures.write('A configuration could not be read', 'storage', { licenseId, cause })
    })
  }

  #read(licenseId: number, known: Known): Promise<Configuration> {
    known.reading ??= this.#readAgain(licenseId, known).finally(() => {
      known.reading = undefined
    })
    return known.reading
  }

  /** Until it is as new as what was heard of. */
  async #readAgain(licenseId: number, known: Known): Promise<Configuration> {
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
