/** The occurrences of one key within a time window. */
export interface RateWindow {
  /** Number of occurrences after `since`, the new one included. */
  readonly count: number
  /** Time of the oldest of them. */
  readonly oldestAt: number
}

/** Reads rate counters. */
export interface RateCounterReads {
  /** Returns the number of occurrences at or before that instant, counted up to `max`. */
  countUntil(at: number, max: number): Promise<number>
}

/** Counts what is limited to a number in a time window, such as sign-ins, authorization requests and uploads. */
export interface RateCounterWrites extends RateCounterReads {
  /**
   * Records an occurrence, and deletes those of the key at or before `since`. Concurrent transactions with the same key
   * run one after the other, so that each counts those before it.
   */
  record(key: string, at: number, since: number): Promise<RateWindow>
  /** Deletes one occurrence of the key at that instant, if there is one. */
  takeBack(key: string, at: number): Promise<void>
  /** Deletes all occurrences of the key. */
  clear(key: string): Promise<void>
  /** Deletes at most `limit` occurrences at or before that instant, and returns their number. */
  deleteUntil(at: number, limit: number): Promise<number>
}
