import { ParleyConfigError } from '../config-error.js'
import type { Bus, Subscription } from '../ports/bus.js'
import { BusListeners } from './bus-listeners.js'

/** Options of `memoryBus`. */
export interface MemoryBusOptions {
  /** Called with the errors that listeners throw. Default: emits a process warning. */
  readonly onError?: (cause: unknown) => void
}

/**
 * Creates a bus for several engines in one process. Delivery is synchronous and in the order of publication, and no
 * message is ever lost. The first engine to close closes the bus for all.
 */
export function memoryBus<Message>(options: MemoryBusOptions = {}): Bus<Message> {
  const { onError = (cause: unknown) => process.emitWarning(String(cause), 'ParleyBusWarning') } = options
  return new MemoryBus(onError)
}

class MemoryBus<Message> implements Bus<Message> {
  readonly #listeners: BusListeners<Message>
  #isClosed = false

  constructor(onError: (cause: unknown) => void) {
    this.#listeners = new BusListeners(onError)
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
      message: 'The bus is closed: create a new one. An engine closes its bus',
    })
  }
}
