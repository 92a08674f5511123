import type { FailureLog } from '../logging/failure-log.js'
import type { Bus } from '../ports/bus.js'

/** A bus within this process: delivery is synchronous, in the order of publication. Other processes hear nothing. */
export class MemoryBus<Message> implements Bus<Message> {
  readonly #listeners = new Map<number, Set<(message: Message) => void>>()
  readonly #failures: FailureLog

  constructor(failures: FailureLog) {
    this.#failures = failures
  }

  publish(licenseId: number, message: Message): void {
    for (const listener of this.#listeners.get(licenseId) ?? []) {
      try {
        listener(message)
      } catch (cause) {
        this.#failures.write('A bus listener failed', 'internal', { licenseId, cause })
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
