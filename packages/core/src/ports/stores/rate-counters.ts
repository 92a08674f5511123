export interface RateWindow {
  /** Attempts of that key after `since`, the new one included. */
  readonly count: number
  /** The oldest of them. */
  readonly oldestAt: number
}

export interface RateCounterReads {
  /** How many were made at or before that instant, counted up to `max`. */
  countUntil(at: number, max: number): Promise<number>
}

/** Counts what may happen only so often: sign-ins and authorization requests. */
export interface RateCounterWrites extends RateCounterReads {
  /**
   * Records an attempt and forgets those of the key at or before `since`. Concurrent transactions with the same
   * key run one after the other, so that none overlooks another.
   */
  record(key: string, at: number, since: number): Promise<RateWindow>
  /** Forgets one attempt of the key at that instant, however many there are; none when there is none. */
  takeBack(key: string, at: number): Promise<void>
  clear(key: string): Promise<void>
  /** Forgets attempts at or before that instant, at most `limit`; how many. */
  deleteUntil(at: number, limit: number): Promise<number>
}
