import type { SteadyClock } from '../clock/steady-clock.js'
import type { Clock } from '../ports/clock.js'
import type { Storage } from '../ports/storage.js'
import type { Job } from './job.js'

export interface SharedTimeDependencies {
  readonly storage: Pick<Storage, 'ping'>
  readonly clock: Clock
  readonly steady: SteadyClock
}

/** Has the steady clock follow that of the database which nodes share, so that all nodes go by one (decisions §16.21). */
export class SharedTime implements Job {
  readonly name = 'shared time'
  readonly periodMs = 60_000
  readonly #dependencies: SharedTimeDependencies

  constructor(dependencies: SharedTimeDependencies) {
    this.#dependencies = dependencies
  }

  async begin(): Promise<void> {
    const aheadMs = await this.#measure()
    if (aheadMs !== null) this.#dependencies.steady.begin(aheadMs)
  }

  async run(): Promise<void> {
    const aheadMs = await this.#measure()
    if (aheadMs !== null) this.#dependencies.steady.follow(aheadMs)
  }

  /** How much it is ahead of the wall clock here; `null`: there is none. */
  async #measure(): Promise<number | null> {
    const { storage, clock } = this.#dependencies
    const [before, from] = [clock.now(), clock.monotonic()]
    const time = await storage.ping()
    // It was asked somewhere between the two; the wall clock may be set meanwhile.
    return time === null ? null : Math.round(time - before - (clock.monotonic() - from) / 2)
  }
}
