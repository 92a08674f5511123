import { Latencies } from './latencies.js'
import type { Measurement } from './load.js'

/** Counts what is answered while it is measured; the load itself goes on before, between and after. */
export class ClosedLoop {
  readonly #latencies = new Latencies()
  #operations = 0

  /** An operation that began then is done. */
  done(startedAt: number, now: number): void {
    this.#operations += 1
    this.#latencies.record(startedAt, now)
  }

  async measure(milliseconds: number): Promise<Measurement> {
    this.#operations = 0
    this.#latencies.reset()
    const startedAt = performance.now()
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    const seconds = (performance.now() - startedAt) / 1_000
    return { operations: this.#operations, seconds, figures: this.#latencies.figures() }
  }
}
