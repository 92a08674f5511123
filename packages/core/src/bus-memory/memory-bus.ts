import type { Bus, Subscription } from '../ports/bus.js'

type Listener<Message> = (message: Message) => void

/** For several engines in one process: delivery is synchronous, in the order of publication. */
export class MemoryBus<Message> implements Bus<Message> {
  readonly #listeners = new Map<number, Set<Listener<Message>>>()
  readonly #failed: (cause: unknown) => void
  #isClosed = false

  /** `failed`: hears of what a listener throws. */
  constructor(failed: (cause: unknown) => void) {
    this.#failed = failed
  }

  async start(): Promise<void> {
    this.#check()
  }

  async publish(licenseId: number, message: Message): Promise<void> {
    this.#check()
    for (const listener of this.#listeners.get(licenseId) ?? []) {
      try {
        listener(message)
      } catch (cause) {
        this.#failed(cause)
      }
    }
  }

  async subscribe(licenseId: number, listener: Listener<Message>): Promise<Subscription> {
    this.#check()
    const listeners = this.#listeners.get(licenseId) ?? new Set()
    const own: Listener<Message> = (message) => listener(message)
    this.#listeners.set(licenseId, listeners.add(own))
    return { end: () => this.#end(licenseId, own) }
  }

  async ping(): Promise<void> {
    this.#check()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#listeners.clear()
  }

  #end(licenseId: number, listener: Listener<Message>): void {
    const listeners = this.#listeners.get(licenseId)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#listeners.delete(licenseId)
  }

  #check(): void {
    if (this.#isClosed) throw new TypeError('The bus is closed')
  }
}
