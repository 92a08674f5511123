import type { Bus, BusMessage, Clock, Subscription } from '@parley/core/ports'
import { randomFrom } from './random.js'

export interface LateBusOptions {
  readonly clock: Clock
  readonly seed: number
  /**
   * Maximum delay of a message, in milliseconds. Each listener gets it after a random time, so messages can overtake
   * each other.
   */
  readonly mostMs: number
  /** Share of the messages that arrive twice: 0 to 1. */
  readonly duplicated: number
  readonly lost: number
}

type Listener = (message: BusMessage) => void

/**
 * A bus between engines of one process that delivers messages late, in any order, twice or never, and reports no
 * failure.
 */
export class LateBus {
  readonly #options: LateBusOptions
  readonly #random: () => number
  readonly #listeners = new Map<number, Set<Listener>>()
  lostCount = 0

  constructor(options: LateBusOptions) {
    this.#options = options
    this.#random = randomFrom(options.seed)
  }

  node(): Bus<BusMessage> {
    const subscriptions = new Set<Subscription>()
    return {
      start: async () => undefined,
      publish: async (licenseId, message) => this.#publish(licenseId, JSON.stringify(message)),
      subscribe: async (licenseId, listener) => {
        const listeners = this.#listeners.get(licenseId) ?? new Set<Listener>()
        this.#listeners.set(licenseId, listeners.add(listener))
        const subscription = { end: () => void listeners.delete(listener) }
        subscriptions.add(subscription)
        return subscription
      },
      ping: async () => undefined,
      close: async () => {
        for (const subscription of subscriptions) subscription.end()
      },
    }
  }

  #publish(licenseId: number, text: string): void {
    const { lost, duplicated } = this.#options
    for (const listener of this.#listeners.get(licenseId) ?? []) {
      if (this.#random() < lost) {
        this.lostCount += 1
        continue
      }
      this.#deliver(listener, text)
      if (this.#random() < duplicated) this.#deliver(listener, text)
    }
  }

  #deliver(listener: Listener, text: string): void {
    const { clock, mostMs } = this.#options
    const stop = clock.every(1 + this.#random() * mostMs, () => {
      stop()
      listener(JSON.parse(text))
    })
  }
}
