import type { Bus } from '../ports/bus.js'
import type { Logger } from '../ports/logger.js'

/** A bus within this process: delivery is synchronous, in the order of publication. Other processes hear nothing. */
export class MemoryBus<Message> implements Bus<Message> {
  readonly #listeners = new Map<number, Set<(message: Message) => void>>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  publish(licenseId: number, message: Message): void {
    for (const listener of this.#listeners.get(licenseId) ?? []) {
      try {
        listener(message)
      } catch (cause) {
        this.#logger.error('A bus listener failed', { licenseId, cause })
      }
    }
  }

  subscribe(licenseId: number, listener: (message: Message) => void): () => void {
    const listeners = this.#listeners.get(licenseId) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(licenseId, listeners)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(licenseId) === listeners)
        this.#listeners.delete(licenseId)
    }
  }

  async close(): Promise<void> {
    this.#listeners.clear()
  }
}
