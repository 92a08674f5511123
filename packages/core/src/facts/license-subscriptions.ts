import { atMost } from '../clock/at-most.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Bus, Subscription } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import { type BusMessage, busMessageVersion, type FactBatch } from './fact-batch.js'

export interface LicenseSubscriptionsDependencies {
  readonly nodeId: string
  readonly bus: Bus<BusMessage>
  readonly clock: Clock
  readonly failures: FailureLog
  readonly hear: (batch: FactBatch) => void
  /** Whether this node has connections of the license. */
  readonly isConnected: (licenseId: number) => boolean
  /** For so long something of a license may be cached after it was used. */
  readonly cachedMs: number
}

interface Known {
  /** `undefined`: it is listened to. */
  starting: Promise<void> | undefined
  subscription: Subscription | undefined
  usedAt: number
}

/** Whoever waits for the bus waits no longer: without it, this node only learns later what others have changed. */
const startMs = 1_000
const sweepMs = 60_000

/** The licenses of which this node hears what other nodes commit: those that it has something to do with. */
export class LicenseSubscriptions {
  readonly #dependencies: LicenseSubscriptionsDependencies
  readonly #known = new Map<number, Known>()
  readonly #stop: () => void

  constructor(dependencies: LicenseSubscriptionsDependencies) {
    this.#dependencies = dependencies
    this.#stop = dependencies.clock.every(sweepMs, () => this.#sweep())
  }

  /** `undefined`: it is listened to already; else from when the promise resolves, at the latest after a second. */
  listen(licenseId: number): Promise<void> | undefined {
    const usedAt = this.#dependencies.clock.monotonic()
    const present = this.#known.get(licenseId)
    if (present !== undefined) {
      present.usedAt = usedAt
      return present.starting
    }
    const known: Known = { starting: undefined, subscription: undefined, usedAt }
    this.#known.set(licenseId, known)
    known.starting = atMost(this.#dependencies.clock, startMs, this.#start(licenseId, known))
    return known.starting
  }

  close(): void {
    this.#stop()
  }

  /** What cannot be listened to is tried again when it is asked for again. */
  async #start(licenseId: number, known: Known): Promise<void> {
    const { bus, failures } = this.#dependencies
    try {
      known.subscription = await bus.subscribe(licenseId, (message) => this.#hear(message))
      known.starting = undefined
    } catch (cause) {
      this.#known.delete(licenseId)
      failures.write('Other nodes cannot be heard', 'bus', { licenseId, cause })
    }
  }

  #hear({ version, nodeId, batch }: BusMessage): void {
    if (version === busMessageVersion && nodeId !== this.#dependencies.nodeId) this.#dependencies.hear(batch)
  }

  #sweep(): void {
    const { clock, isConnected, cachedMs } = this.#dependencies
    const until = clock.monotonic() - cachedMs
    for (const [licenseId, { subscription, usedAt }] of this.#known) {
      if (subscription === undefined || usedAt > until || isConnected(licenseId)) continue
      subscription.end()
      this.#known.delete(licenseId)
    }
  }
}
