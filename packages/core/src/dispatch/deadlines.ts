import { ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { Cancellation } from '../ports/storage.js'

/** A running time limit, which tells the work when it is exceeded. */
export interface Deadline extends Cancellation {
  aborted: boolean
  readonly dueAt: number
  readonly expire: (error: Error) => void
}

const sweepPeriodMs = 250

/**
 * Applies one time limit to many pieces of work. A single periodic sweep checks all of them, so no work needs its own
 * timer.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #limitMs: number
  readonly #expired: () => Error
  readonly #running = new Set<Deadline>()
  readonly #idleListeners: (() => void)[] = []
  readonly #stop: () => void

  /** `expired` creates the error for work that exceeds the limit; `request_timeout` by default. */
  constructor(
    clock: Clock,
    limitMs: number,
    expired: () => Error = () => new ParleyError('request_timeout'),
  ) {
    this.#clock = clock
    this.#limitMs = limitMs
    this.#expired = expired
    this.#stop = clock.every(Math.min(sweepPeriodMs, limitMs), () => this.#sweep())
  }

  /**
   * Runs the work and rejects when it exceeds the time limit. The cancellation then tells the work to stop. `spentMs`
   * is the part of the limit that was used before this call, in milliseconds.
   */
  run<T>(work: (cancellation: Cancellation) => Promise<T>, spentMs = 0): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const deadline = this.start(reject, spentMs)
      begin(work, deadline).then(
        (value) => {
          this.end(deadline)
          resolve(value)
        },
        (cause) => {
          this.end(deadline)
          reject(cause)
        },
      )
    })
  }

  /**
   * Starts the time limit of work that settles its own promise. `expire` is called when the work exceeds the limit. The
   * work must call `end`.
   */
  start(expire: (error: Error) => void, spentMs = 0): Deadline {
    const dueAt = this.#clock.monotonic() + this.#limitMs - spentMs
    const deadline: Deadline = { aborted: false, dueAt, expire }
    this.#running.add(deadline)
    return deadline
  }

  /** Ends a time limit. Has no effect when it has ended. */
  end(deadline: Deadline): void {
    if (!this.#running.delete(deadline) || this.#running.size > 0) return
    for (const resolve of this.#idleListeners.splice(0)) resolve()
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await new Promise<void>((resolve) => this.#idleListeners.push(resolve))
  }

  /** Cancels all running work and rejects it with the given error. */
  failAll(error: Error): void {
    for (const deadline of this.#running) this.#fail(deadline, error)
  }

  close(): void {
    this.#stop()
  }

  #sweep(): void {
    const now = this.#clock.monotonic()
    for (const deadline of this.#running) {
      if (deadline.dueAt <= now) this.#fail(deadline, this.#expired())
    }
  }

  #fail(deadline: Deadline, error: Error): void {
    this.end(deadline)
    deadline.aborted = true
    deadline.expire(error)
  }
}

function begin<T>(work: (cancellation: Cancellation) => Promise<T>, cancellation: Cancellation): Promise<T> {
  try {
    return work(cancellation)
  } catch (cause) {
    return Promise.reject(cause)
  }
}
