import { atMost } from '../clock/at-most.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Bus, Subscription } from '../ports/bus.js'
import type { Clock } from '../ports/clock.js'
import { type BusMessage, type FactBatch, getBatchLicenseId, isBusMessage } from './fact-batch.js'

export interface LicenseSubscriptionsDependencies {
  readonly nodeId: string
  readonly bus: Bus<BusMessage>
  readonly clock: Clock
  readonly failures: FailureLog
  readonly receive: (batch: FactBatch) => void
  /** Returns whether this node has connections of the license. */
  readonly isConnected: (licenseId: number) => boolean
  /** How long data of a license may stay cached after its last use, in milliseconds. */
  readonly cachedMs: number
}

interface KnownLicense {
  usedAt: number
  /** Commits from this instant on should arrive over the bus. In Unix milliseconds. */
  readonly since: number
  /** Promise that callers wait for while the subscription starts; `undefined` when there is nothing to wait for. */
  starting: Promise<void> | undefined
  /** Whether a subscribe request to the bus is pending. */
  isSubscribing: boolean
  subscription: Subscription | undefined
  /** Earliest instant of the next attempt after the bus refused, on the monotonic clock. */
  retryAt: number
}

/**
 * Maximum time that a caller waits for the bus. Without the bus, this node only learns later what other nodes changed.
 */
const startMs = 1_000
const retryMs = 5_000
const sweepMs = 60_000

/** Keeps the subscriptions of this node: one for each license it works with, to receive the commits of other nodes. */
export class LicenseSubscriptions {
  readonly #dependencies: LicenseSubscriptionsDependencies
  readonly #known = new Map<number, KnownLicense>()
  readonly #stop: () => void
  #isClosed = false

  constructor(dependencies: LicenseSubscriptionsDependencies) {
    this.#dependencies = dependencies
    this.#stop = dependencies.clock.every(sweepMs, () => this.#sweep())
  }

  /**
   * Subscribes to a license. Must be called whenever data of the license is used that a change invalidates. Returns a
   * promise when the subscription is new; it resolves when commits are being received, or after one second at most.
   * Returns `undefined` when the license is already subscribed, or the bus refuses.
   */
  listen(licenseId: number): Promise<void> | undefined {
    if (this.#isClosed) return undefined
    const now = this.#dependencies.clock.monotonic()
    const known = this.#known.get(licenseId) ?? this.#add(licenseId)
    known.usedAt = now
    if (known.subscription === undefined && !known.isSubscribing && now >= known.retryAt) {
      known.starting = this.#start(licenseId, known)
    }
    return known.starting
  }

  /**
   * Returns since when this node has listened to the license, or tried to, in Unix milliseconds; `undefined` when it
   * does not.
   */
  listeningSince(licenseId: number): number | undefined {
    return this.#known.get(licenseId)?.since
  }

  /**
   * Retries refused subscriptions after the bus works again. Resolves when they are active, or after one second at
   * most.
   */
  async resume(): Promise<void> {
    const starting = []
    for (const [licenseId, known] of this.#known) {
      if (known.subscription !== undefined) continue
      if (!known.isSubscribing) known.starting = this.#start(licenseId, known)
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

  #add(licenseId: number): KnownLicense {
    const known: KnownLicense = {
      ...{
        usedAt: 0,
        since: this.#dependencies.clock.now(),
        starting: undefined,
        isSubscribing: false,
        subscription: undefined,
        retryAt: 0,
      },
    }
    this.#known.set(licenseId, known)
    return known
  }

  async #start(licenseId: number, known: KnownLicense): Promise<void> {
    known.isSubscribing = true
    await atMost(this.#dependencies.clock, startMs, this.#subscribe(licenseId, known))
    known.starting = undefined
  }

  async #subscribe(licenseId: number, known: KnownLicense): Promise<void> {
    const { bus, clock, failures } = this.#dependencies
    try {
      const subscription = await bus.subscribe(licenseId, (message) => this.#receive(licenseId, message))
      if (this.#known.get(licenseId) === known) known.subscription = subscription
      else subscription.end()
    } catch (cause) {
      known.retryAt = clock.monotonic() + retryMs
      failures.write('Commits of other nodes cannot be received', 'bus', { licenseId, cause })
    }
    known.isSubscribing = false
  }

  /** Passes on messages of other nodes. An unusable message is logged and skipped. */
  #receive(licenseId: number, message: unknown): void {
    const { nodeId, receive, failures } = this.#dependencies
    if (!isBusMessage(message) || message.nodeId === nodeId) return
    try {
      if (getBatchLicenseId(message.batch) === licenseId) receive(message.batch)
    } catch (cause) {
      failures.write('A message of another node could not be processed', 'bus', { licenseId, cause })
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
