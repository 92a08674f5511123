import type { BusLink, BusLinkEvents, ConnectBus, OutgoingBatch } from '@parley/core/ports'

/** An in-process message broker that can be made unavailable. */
export class Hub {
  readonly #links = new Set<HubLink>()
  #isAway = false

  readonly connect: ConnectBus = async (events) => {
    if (this.#isAway) throw new Error('the hub is away')
    const link = new HubLink(events, this.#links)
    this.#links.add(link)
    return link
  }

  /** Cuts all connections and refuses new ones until `comeBack`. */
  leave(): void {
    this.#isAway = true
    for (const link of this.#links) link.break()
  }

  comeBack(): void {
    this.#isAway = false
  }
}

class HubLink implements BusLink {
  readonly #events: BusLinkEvents
  readonly #all: Set<HubLink>
  readonly #licenseIds = new Set<number>()

  constructor(events: BusLinkEvents, all: Set<HubLink>) {
    this.#events = events
    this.#all = all
  }

  hasListeners(): boolean {
    return true
  }

  async send(batch: OutgoingBatch): Promise<void> {
    await this.ping()
    for (const link of this.#all) if (link !== this) link.#hear(batch)
  }

  async listen(licenseIds: readonly number[]): Promise<void> {
    await this.ping()
    for (const licenseId of licenseIds) this.#licenseIds.add(licenseId)
  }

  unlisten(licenseId: number): void {
    this.#licenseIds.delete(licenseId)
  }

  async ping(): Promise<void> {
    if (!this.#all.has(this)) throw new Error('the link has ended')
  }

  async close(): Promise<void> {
    this.#all.delete(this)
  }

  break(): void {
    if (this.#all.delete(this)) this.#events.onDisconnect(new Error('the hub is away'))
  }

  #hear({ messages, reportsLoss }: OutgoingBatch): void {
    if (reportsLoss) this.#events.onLoss()
    for (const message of messages)
      if (this.#licenseIds.has(message.licenseId)) this.#events.onMessage(message)
  }
}
