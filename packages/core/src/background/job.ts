import type { Cancellation } from '../ports/storage.js'

/** One run of a job. It is cancelled when the engine shuts down. */
export interface Run extends Cancellation {
  /**
   * Pauses for `ms` milliseconds so that other work can go first. Ends early when the engine shuts down, or when
   * `sooner` resolves.
   */
  pause(ms: number, sooner?: Promise<void>): Promise<void>
}

/** A periodic background task of the engine. */
export interface Job {
  /** Name of the job in the log. */
  readonly name: string
  /** Time between two runs in milliseconds, when nothing wakes the job earlier. */
  readonly periodMs: number
  /** Does the due work, if there is any. When it rejects, it is tried again after the period. */
  run(run: Run): Promise<void>
}
