import type { PropertyCatalog } from '../domain/properties.js'
import { ParleyError } from '../errors.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import { type Configuration, toConfiguration, type WrittenLimits } from './configuration.js'

export interface ConfigurationsDependencies {
  readonly read: Pick<StorageReads, 'configuration'>
  readonly clock: Clock
  readonly failures: FailureLog
  readonly limits: WrittenLimits
  /** From when it resolves on, or at once, every change is heard of. */
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

/** The configuration of every license that this node has something to do with. */
export class Configurations {
  readonly #dependencies: ConfigurationsDependencies
  readonly #known = new Map<number, Known>()
  readonly #initial: Configuration
  readonly #stop: () => void

  constructor(dependencies: ConfigurationsDependencies) {
    this.#dependencies = dependencies
    this.#initial = toConfiguration({ revision: 0, properties: [] }, dependencies.limits)
    this.#stop = dependencies.clock.every(sweepMs, () => this.#sweep())
  }

  /** As it is now; at once where it is known. `license_not_found` where there is no such license. */
  of(licenseId: number): Configuration | Promise<Configuration> {
    const known = this.#knownOf(licenseId)
    if (known.shown === undefined || !known.isCurrent) return this.#read(licenseId, known)
    if (known.usedAt - known.readAt >= this.#dependencies.maxAgeMs) this.#refresh(licenseId, known)
    return known.shown
  }

  /** What can be shown at once: in the moment of a change it may be the one before. */
  catalogOf(licenseId: number): PropertyCatalog {
    const known = this.#knownOf(licenseId)
    if (known.shown === undefined || !known.isCurrent) this.#refresh(licenseId, known)
    return (known.shown ?? this.#initial).catalog
  }

  /** It has changed, and has that revision now. */
  forget(licenseId: number, revision: number): void {
    const known = this.#known.get(licenseId)
    if (known === undefined || revision <= known.revision) return
    known.revision = revision
    known.isCurrent = false
  }

  close(): void {
    this.#stop()
  }

  #knownOf(licenseId: number): Known {
    const usedAt = this.#dependencies.clock.monotonic()
    const present = this.#known.get(licenseId)
    if (present !== undefined) {
      present.usedAt = usedAt
      return present
    }
    const known: Known = {
      ...{ shown: undefined, isCurrent: false, readAt: usedAt, usedAt, revision: 0, reading: undefined },
    }
    this.#known.set(licenseId, known)
    return known
  }

  #refresh(licenseId: number, known: Known): void {
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

  /** Until it is at least as new as what was heard of. */
  async #readAgain(licenseId: number, known: Known): Promise<Configuration> {
    const { read, clock, limits, listen } = this.#dependencies
    await listen(licenseId)
    for (;;) {
      const stored = await read.configuration.get(licenseId)
      if (stored === undefined) {
        this.#known.delete(licenseId)
        throw new ParleyError('license_not_found')
      }
      if (stored.revision < known.revision) continue
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
