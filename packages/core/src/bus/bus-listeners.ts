import type { Subscription } from '../ports/bus.js'

type Listener<Message> = (message: Message) => void

/** The listeners of this node, by license. */
export class BusListeners<Message> {
  readonly #byLicense = new Map<number, Set<Listener<Message>>>()
  readonly #onError: (cause: unknown) => void

  /** `onError` is called with the errors that listeners throw. */
  constructor(onError: (cause: unknown) => void) {
    this.#onError = onError
  }

  licenseIds(): readonly number[] {
    return [...this.#byLicense.keys()]
  }

  has(licenseId: number): boolean {
    return this.#byLicense.has(licenseId)
  }

  /**
   * Adds a listener. The same function may be added twice. `onLast` is called when the last listener of the license has
   * been removed.
   */
  add(licenseId: number, listener: Listener<Message>, onLast?: () => void): Subscription {
    const listeners = this.#byLicense.get(licenseId) ?? new Set()
    const own: Listener<Message> = (message) => listener(message)
    this.#byLicense.set(licenseId, listeners.add(own))
    const end = () => {
      if (!listeners.delete(own) || listeners.size > 0) return
      if (this.#byLicense.get(licenseId) !== listeners) return
      this.#byLicense.delete(licenseId)
      onLast?.()
    }
    return { end }
  }

  /** Calls the listeners of a license. An error in one of them does not affect the others. */
  notify(licenseId: number, message: Message): void {
    for (const listener of this.#byLicense.get(licenseId) ?? []) {
      try {
        listener(message)
      } catch (cause) {
        this.#onError(cause)
      }
    }
  }

  clear(): void {
    for (const listeners of this.#byLicense.values()) listeners.clear()
    this.#byLicense.clear()
  }
}
