import type { Clock } from '../ports/clock.js'

interface Ticker {
  readonly periodMs: number
  readonly callback: () => void
  dueAt: number
}

/** A clock that stands still until it is told to go on: for tests. */
export class VirtualClock implements Clock {
  /** By how much the wall clock is ahead of the monotonic one. */
  #aheadMs: number
  #monotonicMs = 0
  readonly #tickers = new Set<Ticker>()

  constructor(startAt: number) {
    this.#aheadMs = startAt
  }

  now(): number {
    return this.#monotonicMs + this.#aheadMs
  }

  monotonic(): number {
    return this.#monotonicMs
  }

  every(periodMs: number, callback: () => void): () => void {
    const ticker: Ticker = { periodMs, callback, dueAt: this.#monotonicMs + periodMs }
    this.#tickers.add(ticker)
    return () => this.#tickers.delete(ticker)
  }

  /** Moves time on and calls what falls due on the way, in order. */
  advance(byMs: number): void {
    const until = this.#monotonicMs + byMs
    for (let next = this.#nextDue(until); next !== undefined; next = this.#nextDue(until)) {
      this.#monotonicMs = next.dueAt
      next.dueAt += next.periodMs
      next.callback()
    }
    this.#monotonicMs = until
  }

  /** Sets the wall clock back or forth, as an operator or NTP may: no time passes. */
  stepWallClock(byMs: number): void {
    this.#aheadMs += byMs
  }

  #nextDue(until: number): Ticker | undefined {
    let first: Ticker | undefined
    for (const ticker of this.#tickers) {
      if (ticker.dueAt <= until && (first === undefined || ticker.dueAt < first.dueAt)) first = ticker
    }
    return first
  }
}
