import type { Subscription } from '../ports/bus.js'

type Listener<Message> = (message: Message) => void

/** Who listens to which license, on this node. */
export class BusListeners<Message> {
  readonly #byLicense = new Map<number, Set<Listener<Message>>>()
  readonly #failed: (cause: unknown) => void

  /** `failed`: hears of what a listener throws. */
  constructor(failed: (cause: unknown) => void) {
    this.#failed = failed
  }

  licenseIds(): readonly number[] {
    return [...this.#byLicense.keys()]
  }

  has(licenseId: number): boolean {
    return this.#byLicense.has(licenseId)
  }

  /** `onLast`: nobody listens to the license any more. The same listener may listen twice. */
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

  /** One that throws affects no other. */
  tell(licenseId: number, message: Message): void {
    for (const listener of this.#byLicense.get(licenseId) ?? []) {
      try {
        listener(message)
      } catch (cause) {
        this.#failed(cause)
      }
    }
  }

  clear(): void {
    for (const listeners of this.#byLicense.values()) listeners.clear()
    this.#byLicense.clear()
  }
}
