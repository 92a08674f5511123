import { atMost } from '../clock/at-most.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Job } from './job.js'
import { JobRunner } from './job-runner.js'

/**
 * Time that cancelled jobs get to end, in milliseconds. They end with their next statement, unless the storage hangs.
 */
const endingMs = 500

/** Runs the engine's background jobs on this node. No job waits for another. */
export class Background {
  readonly #dependencies: { readonly clock: Clock; readonly failures: FailureLog }
  readonly #runners = new Map<Job, JobRunner>()

  constructor(dependencies: { readonly clock: Clock; readonly failures: FailureLog }) {
    this.#dependencies = dependencies
  }

  /** Adds a job. Called before the start. */
  add(job: Job): void {
    this.#runners.set(job, new JobRunner(job, this.#dependencies))
  }

  /** Starts all jobs; each looks immediately for due work. The storage must be open. */
  start(): void {
    for (const runner of this.#runners.values()) runner.start()
  }

  /** Makes the job look for due work now, instead of at the end of its period. */
  wake(job: Job): void {
    this.#runners.get(job)?.wake()
  }

  /** Cancels running jobs and waits at most half a second for them to end. No job runs afterwards. */
  close(): Promise<void> {
    const ended = [...this.#runners.values()].map((runner) => runner.end())
    return atMost(this.#dependencies.clock, endingMs, Promise.all(ended))
  }
}
