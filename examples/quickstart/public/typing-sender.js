const REPEAT_MS = 3_000
const IDLE_MS = 5_000

/**
 * Sends a typing indicator when the user starts typing, repeats it while they type, and sends once that they stopped.
 */
export class TypingSender {
  #send
  #sentAt
  #idleTimer

  /** @param send `(isTyping) => void` */
  constructor(send) {
    this.#send = send
  }

  input(text) {
    if (text === '') return this.stop()
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => this.stop(), IDLE_MS)
    if (this.#sentAt !== undefined && Date.now() - this.#sentAt < REPEAT_MS) return
    this.#sentAt = Date.now()
    this.#send(true)
  }

  stop() {
    clearTimeout(this.#idleTimer)
    if (this.#sentAt === undefined) return
    this.#sentAt = undefined
    this.#send(false)
  }
}
