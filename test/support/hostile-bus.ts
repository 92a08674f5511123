import type { Bus, BusMessage, Subscription } from '@parley/core/ports'
import { randomFrom } from './random.js'

interface Waiting {
  readonly deliver: () => void
}

export interface HostileOptions {
  readonly seed: number
  /** Share of the messages that arrive twice: 0 to 1. */
  readonly duplicated: number
  readonly lost: number
}

/**
 * A bus between engines of one process that behaves as badly as a bus may. Messages of one publisher about one license
 * stay in order, but arrive at each listener after any time; some arrive twice and some never. Messages are serialized,
 * like on a real bus.
 */
export class HostileNetwork {
  readonly #random: () => number
  readonly #options: HostileOptions
  /** Messages on their way, by publisher, license and listener. */
  readonly #links = new Map<string, Waiting[]>()
  readonly #listeners = new Map<number, Map<string, (message: BusMessage) => void>>()
  readonly #resumed = new Set<() => void>()
  #lastListener = 0
  #isOpen = true
  #isAway = false
  lostCount = 0

  constructor(options: HostileOptions) {
    this.#options = options
    this.#random = randomFrom(options.seed)
    this.#carry()
  }

  /** Number of messages on their way. */
  get waitingCount(): number {
    return [...this.#links.values()].reduce((count, waiting) => count + waiting.length, 0)
  }

  node(name: string): Bus<BusMessage> {
    const subscriptions = new Set<Subscription>()
    return {
      start: async (resumed) => void this.#resumed.add(resumed),
      publish: async (licenseId, message) => {
        this.#requireWorking()
        this.#publish(name, licenseId, message)
      },
      subscribe: async (licenseId, listener) => {
        this.#requireWorking()
        const subscription = this.#subscribe(licenseId, listener)
        subscriptions.add(subscription)
        return subscription
      },
      ping: async () => this.#requireWorking(),
      close: async () => {
        for (const subscription of subscriptions) subscription.end()
      },
    }
  }

  /** Stops all messages, including those on their way. */
  disconnect(): void {
    this.#isAway = true
    for (const waiting of this.#links.values()) this.lostCount += waiting.splice(0).length
  }

  reconnect(): void {
    this.#isAway = false
    for (const resumed of this.#resumed) resumed()
  }

  close(): void {
    this.#isOpen = false
  }

  #requireWorking(): void {
    if (this.#isAway) throw new Error('the bus is unavailable')
  }

  #publish(publisher: string, licenseId: number, message: BusMessage): void {
    const text = JSON.stringify(message)
    for (const [name, listener] of this.#listeners.get(licenseId) ?? []) {
      if (this.#random() < this.#options.lost) {
        this.lostCount += 1
        continue
      }
      const link = `${publisher} ${licenseId} ${name}`
      const waiting = this.#links.get(link) ?? []
      this.#links.set(link, waiting)
      const copies = this.#random() < this.#options.duplicated ? 2 : 1
      for (let copy = 0; copy < copies; copy += 1) waiting.push({ deliver: () => listener(JSON.parse(text)) })
    }
  }

  #subscribe(licenseId: number, listener: (message: BusMessage) => void): Subscription {
    this.#lastListener += 1
    const name = String(this.#lastListener)
    const listeners = this.#listeners.get(licenseId) ?? new Map()
    this.#listeners.set(licenseId, listeners.set(name, listener))
    return { end: () => listeners.delete(name) }
  }

  /** Delivers some of the waiting messages in each turn of the event loop. */
  #carry(): void {
    if (!this.#isOpen) return
    for (const waiting of this.#links.values()) {
      if (this.#random() < 0.3) waiting.shift()?.deliver()
    }
    setImmediate(() => this.#carry())
  }
}
