import { Latencies } from './latencies.js'
import type { Measurement } from './load.js'

/** Counts and times operations during a measurement. The load itself also runs before and after it. */
export class ClosedLoop {
  readonly #latencies = new Latencies()
  #operations = 0
  #begun = 0
  #done = 0
  #settled: (() => void) | undefined

  /** Returns whether another operation may begin, and counts it as begun. */
  begin(): boolean {
    if (this.#settled !== undefined) return false
    this.#begun += 1
    return true
  }

  /** Counts an operation as done and records its latency. */
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

  /** Lets no further operation begin. Resolves with the total number of operations once the last one is done. */
  async settle(): Promise<number> {
    await new Promise<void>((resolve) => {
      this.#settled = resolve
      if (this.#done === this.#begun) resolve()
    })
    return this.#done
  }
}
