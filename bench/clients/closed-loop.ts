import { Latencies } from './latencies.js'
import type { Measurement } from './load.js'

/** Counts what is answered while it is measured; the load itself goes on before, between and after. */
export class ClosedLoop {
  readonly #latencies = new Latencies()
  #operations = 0
  #begun = 0
  #done = 0
  #settled: (() => void) | undefined

  /** Whether one more operation may begin; it counts as begun. */
  begin(): boolean {
    if (this.#settled !== undefined) return false
    this.#begun += 1
    return true
  }

  /** An operation that began then is done. */
  done(startedAt: number, now: number): void {
    this.#operations += 1
    this.#done += 1
    this.#latencies.record(startedAt, now)
    if (this.#done === this.#begun) this.#settled?.()
  }

  async measure(milliseconds: number): Promise<Measurement> {
    this.#operations = 0
    this.#latencies.reset()
    const startedAt = performance.now()
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    const seconds = (performance.now() - startedAt) / 1_000
    return { operations: this.#operations, seconds, figures: this.#latencies.figures() }
  }

  /** No operation begins any more; how many there were in all, once the last is done. */
  async settle(): Promise<number> {
    await new Promise<void>((resolve) => {
      this.#settled = resolve
      if (this.#done === this.#begun) resolve()
    })
    return this.#done
  }
}
