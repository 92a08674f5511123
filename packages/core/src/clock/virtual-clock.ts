import type { Clock } from '../ports/clock.js'

interface Ticker {
  readonly periodMs: number
  readonly callback: () => void
  dueAt: number
}

/** A clock that stands still until it is told to go on: for tests. */
export class VirtualClock implements Clock {
  #now: number
  readonly #tickers = new Set<Ticker>()

  constructor(startAt: number) {
    this.#now = startAt
  }

  now(): number {
    return this.#now
  }

  every(periodMs: number, callback: () => void): () => void {
    const ticker: Ticker = { periodMs, callback, dueAt: this.#now + periodMs }
    this.#tickers.add(ticker)
    return () => this.#tickers.delete(ticker)
  }

  /** Moves time on and calls what falls due on the way, in order. */
  advance(byMs: number): void {
    const until = this.#now + byMs
    for (let next = this.#nextDue(until); next !== undefined; next = this.#nextDue(until)) {
      this.#now = next.dueAt
      next.dueAt += next.periodMs
      next.callback()
    }
    this.#now = until
  }

  #nextDue(until: number): Ticker | undefined {
    let first: Ticker | undefined
    for (const ticker of this.#tickers) {
      if (ticker.dueAt <= until && (first === undefined || ticker.dueAt < first.dueAt)) first = ticker
    }
    return first
  }
}
