import type { Deadlines } from '../dispatch/deadlines.js'
import type { Logger } from '../ports/logger.js'
import type { PartHealth } from './health.js'

/**
 * One thing that the engine depends on. It is asked once at a time, however many want to know and however long it takes:
 * one that hangs gets no second question. The log is told when it goes and when it is back.
 */
export class Part {
  readonly #name: string
  readonly #ping: () => Promise<unknown>
  readonly #deadlines: Deadlines
  readonly #logger: Logger
  #asked: Promise<unknown> | undefined
  #isAway = false
  #isClosed = false

  constructor(name: string, ping: () => Promise<unknown>, deadlines: Deadlines, logger: Logger) {
    this.#name = name
    this.#ping = ping
    this.#deadlines = deadlines
    this.#logger = logger
  }

  /** Never rejects. */
  async check(): Promise<PartHealth> {
    if (this.#isClosed) return 'unavailable'
    try {
      await this.#deadlines.run(() => this.#ask())
      this.#tellBack()
      return 'ok'
    } catch (cause) {
      this.#tellAway(cause)
      return 'unavailable'
    }
  }

  /** It is not asked any more, for the engine has closed it. */
  close(): void {
    this.#isClosed = true
  }

  #ask(): Promise<unknown> {
    if (this.#asked !== undefined) return this.#asked
    const asked = this.#ping().finally(() => {
      this.#asked = undefined
    })
    this.#asked = asked
    return asked
  }

  #tellAway(cause: unknown): void {
    if (this.#isAway || this.#isClosed) return
    this.#isAway = true
    this.#logger.warn(`The ${this.#name} does not answer`, { cause })
  }

  #tellBack(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#logger.info(`The ${this.#name} answers again`, {})
  }
}
