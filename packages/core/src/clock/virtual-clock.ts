import type { Clock } from '../ports/clock.js'

interface Ticker {
  readonly periodMs: number
  readonly callback: () => void
  dueAt: number
}

/** A clock for tests that stands still until it is advanced. */
export class VirtualClock implements Clock {
  /** Milliseconds by which the wall clock is ahead of the monotonic clock. */
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

  /** Advances the time, and runs the callbacks that fall due, in order. */
  advance(byMs: number): void {
    const until = this.#monotonicMs + byMs
    for (let next = this.#nextDue(until); next !== undefined; next = this.#nextDue(until)) {
      this.#monotonicMs = next.dueAt
      next.dueAt += next.periodMs
      next.callback()
    }
    this.#monotonicMs = until
  }

  /** Moves the wall clock forwards or backwards, like an operator or NTP, without any time passing. */
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
