import type { CommitListener } from '../facts/fact-batch.js'
import type { Cancellation } from '../ports/storage.js'

/**
 * A part of the engine that starts and ends with it, such as search or presence. It implements only the methods that it
 * needs.
 */
export interface Part extends Partial<CommitListener> {
  /** Jobs of the part. A part with a single job can be that job itself. */
  readonly jobs?: readonly Job[]
  /**
   * Prepares the part before the first request and the first run of a job. The storage is open. When it rejects, the
   * engine does not start.
   */
  start?(): Promise<void>
  /**
   * Ends the work of the part while the storage is still open, for example by aborting calls. The engine waits at most
   * half a second for the promise. Transactions need no waiting: the storage lets them end when it closes.
   */
  drain?(): Promise<void> | void
  /** Called after the storage was closed. Resolves when nothing is running any more. */
  close?(): Promise<void> | void
}

/** One run of a job. It is cancelled when the engine shuts down. */
export interface Run extends Cancellation {
  /**
   * Pauses for `ms` milliseconds so that other work can go first. Ends early when the engine shuts down, or when
   * `sooner` resolves.
   */
  pause(ms: number, sooner?: Promise<void>): Promise<void>
}

/** A periodic background task of the engine. */
export interface Job extends Part {
  /** Name of the job in the log. */
  readonly name: string
  /** Time between two runs in milliseconds, when nothing wakes the job earlier. */
  readonly periodMs: number
  /** Does the due work, if there is any. When it rejects, it is tried again after the period. */
  run(run: Run): Promise<void>
}
