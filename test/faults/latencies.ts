/** Durations of a repeated operation. */
export class Latencies {
  readonly #sorted: number[] = []
  #isSorted = true

  get count(): number {
    return this.#sorted.length
  }

  get maxMs(): number {
    return this.percentile(100)
  }

  record(ms: number): void {
    this.#sorted.push(ms)
    this.#isSorted = false
  }

  /**
   * Returns the duration that the given percentage of the operations did not exceed, or 0 when nothing was measured.
   */
  percentile(percent: number): number {
    if (!this.#isSorted) this.#sorted.sort((one, other) => one - other)
    this.#isSorted = true
    const index = Math.ceil((percent / 100) * this.#sorted.length) - 1
    return this.#sorted[Math.max(0, index)] ?? 0
  }

  toString(): string {
    const [p50, p99, max] = [50, 99, 100].map((percent) => this.percentile(percent).toFixed(1))
    return `p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms (${this.count})`
  }
}
