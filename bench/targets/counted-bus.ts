import type { Bus, BusMessage } from '@parley/core/ports'
import type { BusTraffic } from './target.js'

/** Measures the size of one in this many messages, because measuring a message costs as much as writing it. */
const measuredShare = 100

/** A bus that counts the messages its node publishes. */
export class CountedBus implements Bus<BusMessage> {
  readonly #bus: Bus<BusMessage>
  #count = 0
  #measuredCount = 0
  #measuredBytes = 0

  constructor(bus: Bus<BusMessage>) {
    this.#bus = bus
  }

  get traffic(): BusTraffic {
    const bytesPerMessage = this.#measuredCount === 0 ? 0 : this.#measuredBytes / this.#measuredCount
    return { messages: this.#count, bytesPerMessage }
  }

  start(resumed: () => void) {
    return this.#bus.start(resumed)
  }

  publish(licenseId: number, message: BusMessage) {
    this.#count += 1
    if (this.#count % measuredShare === 0) {
      this.#measuredCount += 1
      this.#measuredBytes += Buffer.byteLength(JSON.stringify(message))
    }
    return this.#bus.publish(licenseId, message)
  }

  subscribe(licenseId: number, listener: (message: BusMessage) => void) {
    return this.#bus.subscribe(licenseId, listener)
  }

  ping() {
    return this.#bus.ping()
  }

  close() {
    return this.#bus.close()
  }
}
