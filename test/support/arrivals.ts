import type { Bus, BusMessage, Subscription } from '@parley/core/ports'
import { within } from './deadline.js'

/** A message after all earlier messages of one publisher about a license. */
interface Marker {
  readonly marker: number
}

export type Carried = BusMessage | Marker

const live = new Set<Arrivals>()

/** Resolves once every node of this process has received what the others have published so far. */
export async function everythingArrived(): Promise<void> {
  for (const arrivals of live) await arrivals.all()
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
    live.add(this)
  }

  /** Returns the bus for another node. */
  node(bus: Bus<Carried>): Bus<BusMessage> {
    const marked = new MarkedBus(bus)
    this.#nodes.push(marked)
    return marked
  }

  all(): Promise<void> {
    const marked = this.#last.then(() => this.#mark())
    // The caller gets the error; the next call must not fail because of it.
    this.#last = marked.catch(() => undefined)
    return marked
  }

  end(): void {
    live.delete(this)
  }

  async #mark(): Promise<void> {
    await Promise.all(
      this.#nodes.flatMap((node) => node.takeSaid().map((licenseId) => this.#markOf(node, licenseId))),
    )
  }

  async #markOf(node: MarkedBus, licenseId: number): Promise<void> {
    const marker = this.#markerCount++
    const others = this.#nodes.filter((other) => other !== node)
    const heard = others.flatMap((other) => other.hearing(licenseId, marker))
    if (heard.length === 0) return
    await node.mark(licenseId, marker)
    await within(Promise.all(heard), () => `what was said of license ${licenseId}`)
  }
}

class MarkedBus implements Bus<BusMessage> {
  readonly #bus: Bus<Carried>
  readonly #subscriptions = new Set<MarkedSubscription>()
  #said = new Set<number>()

  constructor(bus: Bus<Carried>) {
    this.#bus = bus
  }

  /** Returns the licenses about which the node has published something since the last call. */
  takeSaid(): readonly number[] {
    const said = [...this.#said]
    this.#said = new Set()
    return said
  }

  mark(licenseId: number, marker: number): Promise<void> {
    return this.#bus.publish(licenseId, { marker })
  }

  /** Returns one promise per subscription. Each resolves once the marker has arrived or the subscription has ended. */
  hearing(licenseId: number, marker: number): readonly Promise<void>[] {
    return [...this.#subscriptions]
      .filter((subscription) => subscription.licenseId === licenseId)
      .map((subscription) => subscription.hearing(marker))
  }

  start(resumed: () => void): Promise<void> {
    return this.#bus.start(resumed)
  }

  publish(licenseId: number, message: BusMessage): Promise<void> {
    this.#said.add(licenseId)
    return this.#bus.publish(licenseId, message)
  }

  async subscribe(licenseId: number, listener: (message: BusMessage) => void): Promise<Subscription> {
    const marked = new MarkedSubscription(licenseId, listener)
    const subscription = await this.#bus.subscribe(licenseId, (message) => marked.hear(message))
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
    this.#said.clear()
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

  hearing(marker: number): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(marker, resolve))
  }

  hear(message: Carried): void {
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
