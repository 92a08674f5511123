import type { Bus, BusMessage, Subscription } from '@parley/core/ports'
import { within } from './deadline.js'

/** A message after all earlier messages of one publisher about a license. */
interface Marker {
  readonly marker: number
}

export type BusMessageOrMarker = BusMessage | Marker

const openArrivals = new Set<Arrivals>()

/** Resolves once every node of this process has received what the others have published so far. */
export async function waitForAllMessages(): Promise<void> {
  for (const arrivals of openArrivals) await arrivals.waitForMessages()
}

/**
 * Waits until all messages between the nodes of one installation have arrived over a real bus. It publishes markers
 * behind them, because a bus keeps the messages of one publisher about one license in order.
 */
export class Arrivals {
  readonly #nodes: MarkedBus[] = []
  #markerCount = 0
  #last: Promise<void> = Promise.resolve()

  constructor() {
    openArrivals.add(this)
  }

  /** Returns the bus for another node. */
  node(bus: Bus<BusMessageOrMarker>): Bus<BusMessage> {
    const marked = new MarkedBus(bus)
    this.#nodes.push(marked)
    return marked
  }

  waitForMessages(): Promise<void> {
    const marked = this.#last.then(() => this.#mark())
    // The caller gets the error; the next call must not fail because of it.
    this.#last = marked.catch(() => undefined)
    return marked
  }

  end(): void {
    openArrivals.delete(this)
  }

  async #mark(): Promise<void> {
    await Promise.all(
      this.#nodes.flatMap((node) =>
        node.takePublishedLicenses().map((licenseId) => this.#markOf(node, licenseId)),
      ),
    )
  }

  async #markOf(node: MarkedBus, licenseId: number): Promise<void> {
    const marker = this.#markerCount++
    const others = this.#nodes.filter((other) => other !== node)
    const arrivals = others.flatMap((other) => other.waitForMarker(licenseId, marker))
    if (arrivals.length === 0) return
    await node.mark(licenseId, marker)
    await within(Promise.all(arrivals), () => `messages of license ${licenseId}`)
  }
}

class MarkedBus implements Bus<BusMessage> {
  readonly #bus: Bus<BusMessageOrMarker>
  readonly #subscriptions = new Set<MarkedSubscription>()
  #publishedLicenses = new Set<number>()

  constructor(bus: Bus<BusMessageOrMarker>) {
    this.#bus = bus
  }

  /** Returns the licenses about which the node has published something since the last call. */
  takePublishedLicenses(): readonly number[] {
    const licenseIds = [...this.#publishedLicenses]
    this.#publishedLicenses = new Set()
    return licenseIds
  }

  mark(licenseId: number, marker: number): Promise<void> {
    return this.#bus.publish(licenseId, { marker })
  }

  /** Returns one promise per subscription. Each resolves once the marker has arrived or the subscription has ended. */
  waitForMarker(licenseId: number, marker: number): readonly Promise<void>[] {
    return [...this.#subscriptions]
      .filter((subscription) => subscription.licenseId === licenseId)
      .map((subscription) => subscription.waitForMarker(marker))
  }

  start(resumed: () => void): Promise<void> {
    return this.#bus.start(resumed)
  }

  publish(licenseId: number, message: BusMessage): Promise<void> {
    this.#publishedLicenses.add(licenseId)
    return this.#bus.publish(licenseId, message)
  }

  async subscribe(licenseId: number, listener: (message: BusMessage) => void): Promise<Subscription> {
    const marked = new MarkedSubscription(licenseId, listener)
    const subscription = await this.#bus.subscribe(licenseId, (message) => marked.receive(message))
    this.#subscriptions.add(marked)
    return {
      end: () => {
        this.#subscriptions.delete(marked)
        subscription.end()
        marked.end()
      },
    }
  }

  ping(): Promise<void> {
    return this.#bus.ping()
  }

  async close(): Promise<void> {
    await this.#bus.close()
    this.#publishedLicenses.clear()
    for (const subscription of this.#subscriptions) subscription.end()
    this.#subscriptions.clear()
  }
}

class MarkedSubscription {
  readonly licenseId: number
  readonly #listener: (message: BusMessage) => void
  readonly #waiting = new Map<number, () => void>()

  constructor(licenseId: number, listener: (message: BusMessage) => void) {
    this.licenseId = licenseId
    this.#listener = listener
  }

  waitForMarker(marker: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(marker, resolve))
  }

  receive(message: BusMessageOrMarker): void {
    if (!('marker' in message)) {
      this.#listener(message)
      return
    }
    this.#waiting.get(message.marker)?.()
    this.#waiting.delete(message.marker)
  }

  end(): void {
    for (const resolve of this.#waiting.values()) resolve()
  }
}
