import type { Cancellation } from '../ports/storage.js'

/** A run of a job; cancelled when the engine goes down. */
export interface Run extends Cancellation {
  /**
   * Leaves others their turn for so long, in milliseconds; ends at once when the engine goes down, or when `sooner`
   * resolves.
   */
  rest(ms: number, sooner?: Promise<void>): Promise<void>
}

/** Work of the engine itself, which is due time and again. */
export interface Job {
  /** In the log. */
  readonly name: string
  /** Between two looks at what is due, in case nothing wakes it. */
  readonly periodMs: number
  /** Does what is due, and nothing where nothing is. What rejects is tried again after the period. */
  run(run: Run): Promise<void>
}
