import { networkOf } from '../domain/addresses.js'
import { charge, type FullAt, isFull, type Rate, waitMs } from '../domain/rate-limit.js'
import { ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'

/** More addresses at once than this are forgotten, the oldest first. */
const maxAddressCount = 100_000
const prunePeriodMs = 10_000

/**
 * Bad tokens from one address (decisions §16.17). Above the rate nothing that is not known already is looked up for it,
 * so guessing costs the storage nothing.
 */
export class FailedAuthentications {
  readonly #clock: Clock
  readonly #rate: Rate
  /** By network; the first is the one that failed first. */
  readonly #buckets = new Map<string, FullAt>()
  readonly #stop: () => void

  constructor(perSecond: number, clock: Clock) {
    this.#clock = clock
    this.#rate = { perSecond, burst: 2 * perSecond }
    this.#stop = clock.every(prunePeriodMs, () => this.#prune())
  }

  /** Addresses that are remembered. */
  get addressCount(): number {
    return this.#buckets.size
  }

  /** `too_many_requests` while too many have failed; without an address nothing is counted. */
  require(address: string | null): void {
    if (this.#buckets.size === 0 || address === null) return
    const ms = waitMs(this.#buckets.get(networkOf(address)) ?? 0, this.#rate, this.#clock.monotonic())
    if (ms === 0) return
    throw new ParleyError('too_many_requests', { retryAfterSeconds: Math.ceil(ms / 1_000) })
  }

  /** One has failed. */
  count(address: string | null): void {
    if (address === null) return
    const now = this.#clock.monotonic()
    const network = networkOf(address)
    const fullAt = this.#buckets.get(network)
    if (fullAt === undefined) this.#makeRoom()
    else if (waitMs(fullAt, this.#rate, now) > 0) return
    this.#buckets.set(network, charge(fullAt ?? 0, 1, this.#rate, now))
  }

  close(): void {
    this.#stop()
  }

  #makeRoom(): void {
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size < maxAddressCount) break
      this.#buckets.delete(oldest)
    }
  }

  #prune(): void {
    const now = this.#clock.monotonic()
    for (const [network, fullAt] of this.#buckets) {
      if (isFull(fullAt, now)) this.#buckets.delete(network)
    }
  }
}
