import type { SteadyClock } from '../clock/steady-clock.js'
import type { Clock } from '../ports/clock.js'
import type { Storage } from '../ports/storage.js'
import type { Job } from './part.js'

export interface SharedTimeDependencies {
  readonly storage: Pick<Storage, 'ping'>
  readonly clock: Clock
  readonly steady: SteadyClock
}

/**
 * Synchronizes the steady clock with the database that the nodes share, so that all nodes use the same time (decisions
 * §16.21).
 */
export class SharedTime implements Job {
  readonly name = 'shared time'
  readonly periodMs = 60_000
  readonly #dependencies: SharedTimeDependencies

  constructor(dependencies: SharedTimeDependencies) {
    this.#dependencies = dependencies
  }

  async start(): Promise<void> {
    const aheadMs = await this.#measure()
    if (aheadMs !== null) this.#dependencies.steady.begin(aheadMs)
  }

  async run(): Promise<void> {
    const aheadMs = await this.#measure()
    if (aheadMs !== null) this.#dependencies.steady.follow(aheadMs)
  }

  /**
   * Returns how far the database's clock is ahead of the wall clock of this node, in milliseconds, or `null` when the
   * database has no clock.
   */
  async #measure(): Promise<number | null> {
    const { storage, clock } = this.#dependencies
    const [before, from] = [clock.now(), clock.monotonic()]
    const time = await storage.ping()
    // Assumes that the database read its clock in the middle of the call. The call is measured by the monotonic clock,
    // because the wall clock may be changed meanwhile.
    return time === null ? null : Math.round(time - before - (clock.monotonic() - from) / 2)
  }
}
