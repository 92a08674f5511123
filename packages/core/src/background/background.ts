import { atMost } from '../clock/at-most.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Job } from './job.js'
import { JobRunner } from './job-runner.js'

/** What is cancelled ends with its next statement, unless the storage hangs. */
const endingMs = 500

/** The engine's own work, on this node: none of the jobs waits for another. */
export class Background {
  readonly #dependencies: { readonly clock: Clock; readonly failures: FailureLog }
  readonly #runners = new Map<Job, JobRunner>()

  constructor(dependencies: { readonly clock: Clock; readonly failures: FailureLog }) {
    this.#dependencies = dependencies
  }

  /** Before the start. */
  add(job: Job): void {
    this.#runners.set(job, new JobRunner(job, this.#dependencies))
  }

  /** Every job looks at once at what is due. The storage must be open. */
  start(): void {
    for (const runner of this.#runners.values()) runner.start()
  }

  /** Something may be due on this node: the job looks now, and not first when its period ends. */
  wake(job: Job): void {
    this.#runners.get(job)?.wake()
  }

  /** Cancels what is under way, and waits half a second at most for its end. Nothing begins any more. */
  close(): Promise<void> {
    const ended = [...this.#runners.values()].map((runner) => runner.end())
    return atMost(this.#dependencies.clock, endingMs, Promise.all(ended))
  }
}
