import { getNetwork } from '../../domain/addresses.js'
import { charge, type FullAt, isFull, type Rate, waitMs } from '../../domain/rate-limit.js'
import { ParleyError } from '../../errors.js'
import type { Clock } from '../../ports/clock.js'
import type { Settings } from '../../settings.js'

/** Maximum number of addresses that are remembered. Beyond it the oldest are forgotten. */
const maxAddressCount = 100_000
const prunePeriodMs = 10_000
/** Burst size, in seconds of the rate. */
const failedBurstSeconds = 2
const requestBurstSeconds = 8

/** A rate limit per address. Addresses are grouped into the networks that providers assign to one customer. */
class RateOfAddresses {
  readonly #rate: Rate
  /** Buckets by network, in the order of their first charge. */
  readonly #buckets = new Map<string, FullAt>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  get count(): number {
    return this.#buckets.size
  }

  /** Returns the time until the address may continue, in milliseconds. Requests without an address are not limited. */
  waitMs(address: string | null, now: number): number {
    if (this.#buckets.size === 0 || address === null) return 0
    return waitMs(this.#buckets.get(getNetwork(address)) ?? 0, this.#rate, now)
  }

  charge(address: string | null, count: number, now: number): void {
    if (address === null) return
    const network = getNetwork(address)
    const fullAt = this.#buckets.get(network)
    if (fullAt === undefined) this.#evictOldest()
    this.#buckets.set(network, charge(fullAt ?? 0, count, this.#rate, now))
  }

  prune(now: number): void {
    for (const [network, fullAt] of this.#buckets) {
      if (isFull(fullAt, now)) this.#buckets.delete(network)
    }
  }

  #evictOldest(): void {
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size < maxAddressCount) break
      this.#buckets.delete(oldest)
    }
  }
}

/** Rate limits per address, for requests whose caller is not known yet. */
export class AddressRates {
  readonly #clock: Clock
  readonly #failed: RateOfAddresses
  readonly #received: RateOfAddresses
  readonly #stop: () => void

  constructor(settings: Settings['rates'], clock: Clock) {
    const { failedAuthenticationsPerSecond, anonymousRequestBytesPerSecond } = settings
    this.#clock = clock
    this.#failed = new RateOfAddresses(rateOf(failedAuthenticationsPerSecond, failedBurstSeconds))
    this.#received = new RateOfAddresses(rateOf(anonymousRequestBytesPerSecond, requestBurstSeconds))
    this.#stop = clock.every(prunePeriodMs, () => this.#prune())
  }

  /** Number of addresses that are remembered. */
  get addressCount(): number {
    return Math.max(this.#failed.count, this.#received.count)
  }

  /**
   * Throws `too_many_requests` while too many bad tokens have come from the address (decisions §16.17). Guessing tokens
   * then costs the storage nothing.
   */
  requireAuthentication(address: string | null): void {
    const ms = this.#failed.waitMs(address, this.#clock.monotonic())
    if (ms === 0) return
    throw new ParleyError('too_many_requests', { retryAfterSeconds: Math.ceil(ms / 1_000) })
  }

  countFailedAuthentication(address: string | null): void {
    const now = this.#clock.monotonic()
    // A request that is refused anyway must not prolong the refusal.
    if (this.#failed.waitMs(address, now) === 0) this.#failed.charge(address, 1, now)
  }

  /** Charges bytes of messages from connections that have not logged in. */
  chargeRequest(address: string | null, bytes: number): void {
    this.#received.charge(address, bytes, this.#clock.monotonic())
  }

  /** Returns whether the address has sent more than allowed. */
  isThrottled(address: string | null): boolean {
    return this.#received.waitMs(address, this.#clock.monotonic()) > 0
  }

  close(): void {
    this.#stop()
  }

  #prune(): void {
    const now = this.#clock.monotonic()
    this.#failed.prune(now)
    this.#received.prune(now)
  }
}

function rateOf(perSecond: number, burstSeconds: number): Rate {
  return { perSecond, burst: perSecond * burstSeconds }
}
