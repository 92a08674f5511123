import type { FactBatch } from '../facts/fact-batch.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import { JobRunner } from './job-runner.js'
import type { Job, Part } from './part.js'

/** The parts of this node that work in the background, and their jobs. No job waits for another. */
export class Background implements Part {
  readonly #dependencies: { readonly clock: Clock; readonly failures: FailureLog }
  readonly #parts: Part[] = []
  readonly #listening: Part[] = []
  readonly #runners = new Map<Job, JobRunner>()

  constructor(dependencies: { readonly clock: Clock; readonly failures: FailureLog }) {
    this.#dependencies = dependencies
  }

  /** Adds a part and its jobs. Called before the start. */
  add(part: Part | Job): void {
    this.#parts.push(part)
    if (part.onCommit !== undefined) this.#listening.push(part)
    for (const job of [part, ...(part.jobs ?? [])]) {
      if (isJob(job)) this.#runners.set(job, new JobRunner(job, this.#dependencies))
    }
  }

  /** Starts the parts, one after the other. The storage must be open. */
  async start(): Promise<void> {
    for (const part of this.#parts) await part.start?.()
  }

  /** Starts all jobs; each looks immediately for due work. */
  startJobs(): void {
    for (const runner of this.#runners.values()) runner.start()
  }

  /** Makes the job look for due work now, instead of at the end of its period. */
  wake(job: Job): void {
    this.#runners.get(job)?.wake()
  }

  onCommit(batch: FactBatch, authorId: string | null): void {
    for (const part of this.#listening) part.onCommit?.(batch, authorId)
  }

  /** Cancels running jobs and resolves when they have ended. No job runs afterwards. */
  async endJobs(): Promise<void> {
    await Promise.all([...this.#runners.values()].map((runner) => runner.end()))
  }

  /** Drains the parts, and cancels running jobs without waiting for them. */
  async drain(): Promise<void> {
    void this.endJobs()
    await Promise.all(this.#parts.map((part) => part.drain?.()))
  }

  /** Closes the parts, and resolves when their jobs have ended too. */
  async close(): Promise<void> {
    await Promise.all([this.endJobs(), ...this.#parts.map((part) => part.close?.())])
  }
}

function isJob(part: Part | Job): part is Job {
  return 'run' in part
}
