import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Job, Run } from './part.js'

/** Runs one job. Runs never overlap, and a run that failed is repeated only when the period ends. */
export class JobRunner implements Run {
  readonly #job: Job
  readonly #clock: Clock
  readonly #failures: FailureLog
  #stop: (() => void) | undefined
  #endRest: () => void = () => undefined
  #isAborted = false
  #isWanted = false
  #hasFailed = false
  #running: Promise<void> | undefined

  constructor(job: Job, { clock, failures }: { readonly clock: Clock; readonly failures: FailureLog }) {
    this.#job = job
    this.#clock = clock
    this.#failures = failures
  }

  get aborted(): boolean {
    return this.#isAborted
  }

  /** Runs the job immediately, and then once in each period. */
  start(): void {
    this.#stop = this.#clock.every(this.#job.periodMs, () => this.#look())
    this.#look()
  }

  /** Runs the job because something may be due. When it is running, another run follows. */
  wake(): void {
    if (this.#stop === undefined || this.#isAborted) return
    this.#isWanted = true
    if (!this.#hasFailed) this.#running ??= this.#runWhileWanted()
  }

  pause(ms: number, sooner?: Promise<void>): Promise<void> {
    if (ms === 0 || this.#isAborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        stop()
        resolve()
      }
      const stop = this.#clock.every(ms, end)
      this.#endRest = end
      void sooner?.then(end)
    })
  }

  /** Cancels the current run and resolves when it has ended. */
  async end(): Promise<void> {
    this.#stop?.()
    this.#isAborted = true
    this.#endRest()
    await this.#running
  }

  #look(): void {
    this.#hasFailed = false
    this.wake()
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#hasFailed && !this.#isAborted) {
      this.#isWanted = false
      await this.#runOnce()
    }
    this.#running = undefined
  }

  async #runOnce(): Promise<void> {
    try {
      await this.#job.run(this)
    } catch (cause) {
      if (this.#isAborted) return
      this.#hasFailed = true
      const fields = { job: this.#job.name, cause }
      this.#failures.write('A background job failed, and will be tried again', 'background', fields)
    }
  }
}
