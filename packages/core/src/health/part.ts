import type { Deadlines } from '../dispatch/deadlines.js'
import type { Logger } from '../ports/logger.js'
import type { PartHealth } from './health.js'

/**
 * One service that the engine depends on. At most one check runs at a time, so a service that hangs is not checked
 * again meanwhile. Logs when the service stops responding and when it responds again.
 */
export class Part {
  readonly #name: string
  readonly #ping: () => Promise<unknown>
  readonly #deadlines: Deadlines
  readonly #logger: Logger
  #pending: Promise<unknown> | undefined
  #isDown = false
  #isClosed = false

  constructor(name: string, ping: () => Promise<unknown>, deadlines: Deadlines, logger: Logger) {
    this.#name = name
    this.#ping = ping
    this.#deadlines = deadlines
    this.#logger = logger
  }

  /** Checks the service. Never rejects. */
  async check(): Promise<PartHealth> {
    if (this.#isClosed) return 'unavailable'
    try {
      await this.#deadlines.run(() => this.#pingOnce())
      this.#logRecovery()
      return 'ok'
    } catch (cause) {
      this.#logFailure(cause)
      return 'unavailable'
    }
  }

  /** Stops all checks, because the engine has closed the service. */
  close(): void {
    this.#isClosed = true
  }

  #pingOnce(): Promise<unknown> {
    if (this.#pending !== undefined) return this.#pending
    const pending = this.#ping().finally(() => {
      this.#pending = undefined
    })
    this.#pending = pending
    return pending
  }

  #logFailure(cause: unknown): void {
    if (this.#isDown || this.#isClosed) return
    this.#isDown = true
    this.#logger.warn(`The ${this.#name} does not respond`, { cause })
  }

  #logRecovery(): void {
    if (!this.#isDown) return
    this.#isDown = false
    this.#logger.info(`The ${this.#name} responds again`, {})
  }
}
