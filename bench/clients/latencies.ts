import { createHistogram } from 'node:perf_hooks'

/** Records durations in a bounded amount of memory. */
export class Latencies {
  readonly #histogram = createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 })

  /** Records the time between two values of `performance.now()`. */
  record(from: number, to: number): void {
    this.#histogram.record(Math.max(1, Math.round((to - from) * 1_000)))
  }

  reset(): void {
    this.#histogram.reset()
  }

  figures(): { readonly p50Micros: number; readonly p99Micros: number } {
    return { p50Micros: this.#histogram.percentile(50), p99Micros: this.#histogram.percentile(99) }
  }
}
