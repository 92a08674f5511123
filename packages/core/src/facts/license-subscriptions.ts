import { atMost } from '../clock/at-most.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Bus, Subscription } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import { type BusMessage, type FactBatch, isBusMessage, licenseOfBatch } from './fact-batch.js'

export interface LicenseSubscriptionsDependencies {
  readonly nodeId: string
  readonly bus: Bus<BusMessage>
  readonly clock: Clock
  readonly failures: FailureLog
  readonly hear: (batch: FactBatch) => void
  /** Whether this node has connections of the license. */
  readonly isConnected: (licenseId: number) => boolean
  /** For so long at most something of a license may be cached after it was used. */
  readonly cachedMs: number
}

interface Known {
  usedAt: number
  /** What is committed from then on should be heard, in Unix milliseconds. */
  readonly since: number
  /** What whoever needs it waits for; `undefined`: they need not, or not any longer. */
  starting: Promise<void> | undefined
  /** Whether the bus still owes an answer. */
  isAsked: boolean
  subscription: Subscription | undefined
  /** Where the bus has refused: not to be asked before. */
  retryAt: number
}

/** Whoever waits for the bus waits no longer: without it, this node only learns later what others have changed. */
const startMs = 1_000
const retryMs = 5_000
const sweepMs = 60_000

/** The licenses of which this node hears what other nodes commit: those that it has something to do with. */
export class LicenseSubscriptions {
  readonly #dependencies: LicenseSubscriptionsDependencies
  readonly #known = new Map<number, Known>()
  readonly #stop: () => void
  #isClosed = false

  constructor(dependencies: LicenseSubscriptionsDependencies) {
    this.#dependencies = dependencies
    this.#stop = dependencies.clock.every(sweepMs, () => this.#sweep())
  }

  /**
   * To be called whenever something of the license is used that a change makes stale. A promise: nothing was heard until
   * now, and it will be from when that resolves, at the latest after a second. `undefined`: it is listened to already, or
   * the bus does not let it.
   */
  listen(licenseId: number): Promise<void> | undefined {
    if (this.#isClosed) return undefined
    const now = this.#dependencies.clock.monotonic()
    const known = this.#known.get(licenseId) ?? this.#add(licenseId)
    known.usedAt = now
    if (known.subscription === undefined && !known.isAsked && now >= known.retryAt) {
      known.starting = this.#start(licenseId, known)
    }
    return known.starting
  }

  /** Since when this node has listened to the license, or tried to, in Unix milliseconds; `undefined`: it does not. */
  heardSince(licenseId: number): number | undefined {
    return this.#known.get(licenseId)?.since
  }

  /** The bus works again: what it has refused is asked for once more. Resolves once it is heard, after a second at most. */
  async resume(): Promise<void> {
    const starting = []
    for (const [licenseId, known] of this.#known) {
      if (known.subscription !== undefined) continue
      if (!known.isAsked) known.starting = this.#start(licenseId, known)
      starting.push(known.starting)
    }
    await Promise.all(starting)
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
    for (const { subscription } of this.#known.values()) subscription?.end()
    this.#known.clear()
  }

  #add(licenseId: number): Known {
    const known: Known = {
      ...{
        usedAt: 0,
        since: this.#dependencies.clock.now(),
        starting: undefined,
        isAsked: false,
        subscription: undefined,
        retryAt: 0,
      },
    }
    this.#known.set(licenseId, known)
    return known
  }

  async #start(licenseId: number, known: Known): Promise<void> {
    known.isAsked = true
    await atMost(this.#dependencies.clock, startMs, this.#subscribe(licenseId, known))
    known.starting = undefined
  }

  async #subscribe(licenseId: number, known: Known): Promise<void> {
    const { bus, clock, failures } = this.#dependencies
    try {
      const subscription = await bus.subscribe(licenseId, (message) => this.#hear(licenseId, message))
      if (this.#known.get(licenseId) === known) known.subscription = subscription
      else subscription.end()
    } catch (cause) {
      known.retryAt = clock.monotonic() + retryMs
      failures.write('Other nodes cannot be heard', 'bus', { licenseId, cause })
    }
    known.isAsked = false
  }

  /** What cannot be used does no harm. */
  #hear(licenseId: number, message: unknown): void {
    const { nodeId, hear, failures } = this.#dependencies
    if (!isBusMessage(message) || message.nodeId === nodeId) return
    try {
      if (licenseOfBatch(message.batch) === licenseId) hear(message.batch)
    } catch (cause) {
      failures.write('What another node has told could not be used', 'bus', { licenseId, cause })
    }
  }

  #sweep(): void {
    const { clock, isConnected, cachedMs } = this.#dependencies
    const until = clock.monotonic() - cachedMs
    for (const [licenseId, { subscription, usedAt }] of this.#known) {
      if (usedAt > until || isConnected(licenseId)) continue
      subscription?.end()
      this.#known.delete(licenseId)
    }
  }
}
