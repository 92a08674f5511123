import type { Clock } from './ports/clock.js'
import type { Logger } from './ports/logger.js'
import type { Storage } from './ports/storage.js'
import type { Settings } from './settings.js'

const periodMs = 10 * 60_000
/** Longer than every window in which attempts are counted. */
const attemptMemoryMs = 60 * 60_000
/** Bounds one transaction; what is left goes next time. */
const tokensPerRun = 10_000

/** Deletes what has run out: it counts no more already, but would grow without end. */
export class Housekeeping {
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #idempotencyMs: number
  readonly #stop: () => void
  #running: Promise<void> = Promise.resolve()

  constructor(parts: { storage: Storage; clock: Clock; logger: Logger; settings: Settings }) {
    this.#storage = parts.storage
    this.#clock = parts.clock
    this.#logger = parts.logger
    this.#idempotencyMs = parts.settings.timeouts.idempotencyMs
    this.#stop = parts.clock.every(periodMs, () => {
      this.#running = this.#running.then(() => this.#run())
    })
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#running
  }

  async #run(): Promise<void> {
    const now = this.#clock.now()
    try {
      await this.#storage.transaction((tx) => tx.answers.deleteUntil(now - this.#idempotencyMs))
      await this.#storage.transaction((tx) => tx.tokens.deleteExpired(now, tokensPerRun))
      await this.#storage.transaction((tx) => tx.codes.deleteExpired(now))
      await this.#storage.transaction((tx) => tx.signIns.deleteExpired(now))
      await this.#storage.transaction((tx) => tx.attempts.deleteUntil(now - attemptMemoryMs))
    } catch (cause) {
      this.#logger.warn('What has expired could not be deleted; the next run tries again', { cause })
    }
  }
}
