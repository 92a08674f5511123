import { ParleyConfigError } from '../config-error.js'
import type { Bus, Subscription } from '../ports/bus.js'
import { BusListeners } from './bus-listeners.js'

/**
 * A bus for several engines in one process. Delivery is synchronous and in the order of publication, and no message is
 * ever lost.
 */
export class MemoryBus<Message> implements Bus<Message> {
  readonly #listeners: BusListeners<Message>
  #isClosed = false

  /** `failed` is called with the errors that listeners throw. */
  constructor(failed: (cause: unknown) => void) {
    this.#listeners = new BusListeners(failed)
  }

  async start(): Promise<void> {
    this.#check()
  }

  async publish(licenseId: number, message: Message): Promise<void> {
    this.#check()
    this.#listeners.notify(licenseId, message)
  }

  async subscribe(licenseId: number, listener: (message: Message) => void): Promise<Subscription> {
    this.#check()
    return this.#listeners.add(licenseId, listener)
  }

  async ping(): Promise<void> {
    this.#check()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#listeners.clear()
  }

  #check(): void {
    if (!this.#isClosed) return
    throw new ParleyConfigError('bus_closed', {
      message: 'The bus is closed: create one bus for each engine',
    })
  }
}
