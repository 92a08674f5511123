import { systemClock } from '@parley/core/ports'
import { type Cancellation, StorageError, type Urgency } from '@parley/core/storage'
import { pauseWhileLocked } from './lock-wait.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { cancelledError, isBusy } from './sqlite-errors.js'

/** Work that shares its commit with other jobs. */
interface Job {
  /**
   * Does the work and returns a callback that settles the job after the commit. Throws only when the writes of the
   * whole group must be undone.
   */
  run(): Settle | Promise<Settle>
  reject(error: unknown): void
  readonly cancellation: Cancellation | undefined
  readonly urgency: Urgency
  /** Time at which another process's lock first delayed the job, by the monotonic clock. */
  lockedSince: number | undefined
}

type Settle = () => void

/** Options of `CommitQueue`. */
export interface CommitQueueOptions {
  /** Time that a job waits for the write lock of another process, in milliseconds. */
  readonly busyTimeoutMs: number
  /** Called after the jobs of a group have settled, outside any transaction. It must not throw. */
  readonly afterCommit?: () => void
}

/** Maximum number of jobs per group, which bounds how long one group blocks the event loop. */
const maxJobsPerGroup = 256
/** Largest group that deferrable jobs may join. Groups are larger only when the database is constantly busy. */
const maxJobsBesideDeferrable = 15
/**
 * Time that a deferrable job waits for urgent jobs to share a commit with, in milliseconds. It waits only when there were
 * urgent jobs within this time.
 */
const maxDelayMs = 20

/**
 * Groups commits: jobs that arrive while others run share one transaction, and so one sync to disk. A job resolves only
 * after the commit.
 */
export class CommitQueue {
  readonly #connection: SqliteConnection
  readonly #options: CommitQueueOptions
  #waiting: Job[] = []
  /** Deferrable jobs, which join the next small group. */
  #deferrable: Job[] = []
  #delayTimer: NodeJS.Timeout | undefined
  /** Time at which the last group with an urgent job ended, by the monotonic clock. */
  #urgentAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #group: Promise<void> | undefined
  /** Number of consecutive attempts that another process's lock has stopped. */
  #lockedAttempts = 0

  constructor(connection: SqliteConnection, options: CommitQueueOptions) {
    this.#connection = connection
    this.#options = options
  }

  /** Adds work that may fail. It runs in its own savepoint, so a failure undoes only its own writes. */
  addTransaction<T>(
    work: () => Promise<T>,
    cancellation: Cancellation | undefined,
    urgency: Urgency,
  ): Promise<T> {
    return this.#add(cancellation, urgency, (resolve, reject) => this.#runInSavepoint(work, resolve, reject))
  }

  /**
   * Adds synchronous work that fails only when something is broken. It runs without a savepoint, which would copy every
   * page it touches. When it fails, the other jobs of its group run again.
   */
  addAppend<T>(work: () => T, cancellation: Cancellation | undefined): Promise<T> {
    return this.#add(cancellation, 'urgent', (resolve, reject) => {
      if (cancellation?.aborted) return () => reject(cancelledError())
      const value = work()
      return () => resolve(value)
    })
  }

  /** Resolves when all jobs have ended. */
  async idle(): Promise<void> {
    this.#endDelay()
    while (this.#running !== undefined) await this.#running
  }

  get isGroupOpen(): boolean {
    return this.#group !== undefined
  }

  /** Resolves when no group is open, so that this connection sees only committed data. */
  async betweenGroups(): Promise<void> {
    while (this.#group !== undefined) await this.#group
  }

  #add<T>(
    cancellation: Cancellation | undefined,
    urgency: Urgency,
    run: (resolve: (value: T) => void, reject: (error: unknown) => void) => Settle | Promise<Settle>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const job = { run: () => run(resolve, reject), reject, cancellation, urgency, lockedSince: undefined }
      if (urgency === 'deferrable' && this.#isBusy()) this.#wait(job)
      else this.#start(job)
    })
  }

  #start(...jobs: readonly Job[]): void {
    this.#waiting.push(...jobs)
    this.#running ??= this.#runGroups()
  }

  #isBusy(): boolean {
    return this.#running !== undefined || systemClock.monotonic() - this.#urgentAt < maxDelayMs
  }

  #wait(job: Job): void {
    this.#deferrable.push(job)
    this.#delayTimer ??= setTimeout(() => this.#endDelay(), maxDelayMs)
  }

  #endDelay(): void {
    const jobs = this.#takeDeferrable(Number.POSITIVE_INFINITY)
    if (jobs.length > 0) this.#start(...jobs)
  }

  #takeDeferrable(maxCount: number): readonly Job[] {
    const jobs = this.#deferrable.splice(0, maxCount)
    if (this.#deferrable.length === 0) {
      clearTimeout(this.#delayTimer)
      this.#delayTimer = undefined
    }
    return jobs
  }

  async #runGroups(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Waits a full turn of the event loop: jobs that arrive in it join the group, and sockets are read between
      // groups.
      await new Promise((resolve) => setImmediate(resolve))
      const jobs = this.#waiting.splice(0, maxJobsPerGroup)
      const deferred = jobs.length > maxJobsBesideDeferrable ? [] : this.#takeDeferrable(maxJobsPerGroup)
      this.#group = this.#runGroup([...jobs, ...deferred])
      await this.#group
      if (jobs.some(({ urgency }) => urgency === 'urgent')) this.#urgentAt = systemClock.monotonic()
      this.#group = undefined
      if (this.#lockedAttempts > 0) await pauseWhileLocked(this.#lockedAttempts)
    }
    this.#running = undefined
  }

  async #runGroup(jobs: readonly Job[]): Promise<void> {
    const settles: Settle[] = []
    try {
      this.#connection.execute('begin immediate')
      this.#lockedAttempts = 0
      for (const job of jobs) {
        const settle = job.run()
        settles.push(typeof settle === 'function' ? settle : await settle)
      }
      this.#connection.execute('commit')
    } catch (error) {
      this.#rollBack()
      if (isBusy(error)) this.#putBack(jobs, error)
      else this.#settleFailure(jobs, jobs[settles.length], error)
      return
    }
    for (const settle of settles) settle()
    this.#options.afterCommit?.()
  }

  /**
   * Puts the jobs back in the queue to wait for the lock. Rejects jobs that were cancelled or have waited for
   * `busyTimeoutMs`.
   */
  #putBack(jobs: readonly Job[], busy: unknown): void {
    this.#lockedAttempts += 1
    const now = systemClock.monotonic()
    const all = [...jobs, ...this.#waiting]
    this.#waiting = []
    for (const job of all) {
      job.lockedSince ??= now
      if (job.cancellation?.aborted) job.reject(cancelledError())
      else if (now - job.lockedSince >= this.#options.busyTimeoutMs) job.reject(lockedError(busy))
      else this.#waiting.push(job)
    }
  }

  #rollBack(): void {
    try {
      // A full disk or an I/O error may have rolled back already.
      if (this.#connection.isInTransaction) this.#connection.execute('rollback')
    } catch {
      // Whatever broke the rollback also breaks the next `begin`, which reports it.
    }
  }

  /** Rejects the job that failed and runs the others again. When the database itself failed, rejects all of them. */
  #settleFailure(jobs: readonly Job[], culprit: Job | undefined, error: unknown): void {
    if (culprit === undefined || error instanceof StorageError) {
      const failure = new StorageError('unavailable', 'the SQLite database could not commit', {
        cause: error,
      })
      for (const job of jobs) job.reject(failure)
      return
    }
    culprit.reject(error)
    this.#waiting.unshift(...jobs.filter((job) => job !== culprit))
  }

  async #runInSavepoint<T>(
    work: () => Promise<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): Promise<Settle> {
    this.#connection.execute('savepoint work')
    try {
      const value = await work()
      this.#connection.execute('release work')
      return () => resolve(value)
    } catch (error) {
      if (!this.#connection.isInTransaction) throw error
      this.#connection.execute('rollback to work')
      this.#connection.execute('release work')
      return () => reject(error)
    }
  }
}

function lockedError(busy: unknown): StorageError {
  return new StorageError('unavailable', 'another process holds the lock of the SQLite database', {
    cause: busy,
  })
}
