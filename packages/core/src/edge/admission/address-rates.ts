import { networkOf } from '../../domain/addresses.js'
import { charge, type FullAt, isFull, type Rate, waitMs } from '../../domain/rate-limit.js'
import { ParleyError } from '../../errors.js'
import type { Clock } from '../../ports/clock.js'
import type { Settings } from '../../settings.js'

/** More addresses at once than this are forgotten, the oldest first. */
const maxAddressCount = 100_000
const prunePeriodMs = 10_000
/** What may come at once, in seconds of the rate. */
const failedBurstSeconds = 2
const receivedBurstSeconds = 8

/** A rate for each address by itself, in networks as they are given to one customer of a provider. */
class RateOfAddresses {
  readonly #rate: Rate
  /** By network; the first is the one that was charged first. */
  readonly #buckets = new Map<string, FullAt>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  get count(): number {
    return this.#buckets.size
  }

  /** Without an address nothing is counted. */
  waitMs(address: string | null, now: number): number {
    if (this.#buckets.size === 0 || address === null) return 0
    return waitMs(this.#buckets.get(networkOf(address)) ?? 0, this.#rate, now)
  }

  charge(address: string | null, count: number, now: number): void {
    if (address === null) return
    const network = networkOf(address)
    const fullAt = this.#buckets.get(network)
    if (fullAt === undefined) this.#makeRoom()
    this.#buckets.set(network, charge(fullAt ?? 0, count, this.#rate, now))
  }

  prune(now: number): void {
    for (const [network, fullAt] of this.#buckets) {
      if (isFull(fullAt, now)) this.#buckets.delete(network)
    }
  }

  #makeRoom(): void {
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size < maxAddressCount) break
      this.#buckets.delete(oldest)
    }
  }
}

/** What may come from one address before it is known who it is. */
export class AddressRates {
  readonly #clock: Clock
  readonly #failed: RateOfAddresses
  readonly #received: RateOfAddresses
  readonly #stop: () => void

  constructor(settings: Settings['rates'], clock: Clock) {
    const { failedAuthenticationsPerSecond, anonymousReceivedBytesPerSecond } = settings
    this.#clock = clock
    this.#failed = new RateOfAddresses(rateOf(failedAuthenticationsPerSecond, failedBurstSeconds))
    this.#received = new RateOfAddresses(rateOf(anonymousReceivedBytesPerSecond, receivedBurstSeconds))
    this.#stop = clock.every(prunePeriodMs, () => this.#prune())
  }

  /** Addresses that are remembered. */
  get addressCount(): number {
    return Math.max(this.#failed.count, this.#received.count)
  }

  /**
   * `too_many_requests` while too many bad tokens have come from there (decisions §16.17): guessing costs the storage
   * nothing.
   */
  requireAuthentication(address: string | null): void {
    const ms = this.#failed.waitMs(address, this.#clock.monotonic())
    if (ms === 0) return
    throw new ParleyError('too_many_requests', { retryAfterSeconds: Math.ceil(ms / 1_000) })
  }

  countFailedAuthentication(address: string | null): void {
    const now = this.#clock.monotonic()
    // What is refused in any case must not make the refusal last longer.
    if (this.#failed.waitMs(address, now) === 0) this.#failed.charge(address, 1, now)
  }

  /** Messages of so many bytes came from connections that have not logged in. */
  chargeReceived(address: string | null, bytes: number): void {
    this.#received.charge(address, bytes, this.#clock.monotonic())
  }

  /** Whether more came from there than may. */
  owesReceived(address: string | null): boolean {
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
