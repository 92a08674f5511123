import { type Cancellation, StorageError, systemClock, type Urgency } from '@parley/core/ports'
import { pauseWhileLocked } from './lock-wait.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { cancelledError, isBusy } from './sqlite-errors.js'

/** Work that shares its commit with others. */
interface Job {
  /**
   * Does the work; what is to be told once the group has committed. Throws only where the writes of the whole
   * group must be undone.
   */
  run(): Settle | Promise<Settle>
  reject(error: unknown): void
  readonly cancellation: Cancellation | undefined
  readonly urgency: Urgency
  /** When another process's lock first kept it from running. */
  lockedSince: number | undefined
}

type Settle = () => void

export interface CommitQueueOptions {
  /** How long a job waits for another process that is writing. */
  readonly busyTimeoutMs: number
  /** Runs once a group has been told, outside any transaction; it must not throw. */
  readonly afterCommit?: () => void
}

/** Bounds how long one group keeps the event loop busy. */
const maxJobsPerGroup = 256
/** Who is patient does not go with a larger group: so many are in a hurry only where the database is busy all the time. */
const maxJobsBesidePatient = 15
/** For so long who is patient waits for others to share a commit with: where there were some as shortly before. */
const patienceMs = 20

/**
 * Group commit: jobs that arrive while others run share one transaction and so one sync to disk. None is told
 * of success before the commit.
 */
export class CommitQueue {
  readonly #connection: SqliteConnection
  readonly #options: CommitQueueOptions
  #waiting: Job[] = []
  /** They go with the next small group. */
  #patient: Job[] = []
  #endOfPatience: NodeJS.Timeout | undefined
  /** When the last group with a job that was not patient had ended. */
  #urgentAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #group: Promise<void> | undefined
  /** Attempts in a row that have met another process's lock. */
  #lockedAttempts = 0

  constructor(connection: SqliteConnection, options: CommitQueueOptions) {
    this.#connection = connection
    this.#options = options
  }

  /** Work that may fail, and then leaves nothing: it gets a savepoint of its own. */
  addTransaction<T>(
    work: () => Promise<T>,
    cancellation: Cancellation | undefined,
    urgency: Urgency,
  ): Promise<T> {
    return this.#add(cancellation, urgency, (resolve, reject) => this.#runInSavepoint(work, resolve, reject))
  }

  /**
   * Work that is synchronous and fails only when something is broken. It goes without a savepoint, which would
   * copy every page it touches; a failure costs the others of its group a second run instead.
   */
  addAppend<T>(work: () => T, cancellation: Cancellation | undefined): Promise<T> {
    return this.#add(cancellation, 'urgent', (resolve, reject) => {
      if (cancellation?.aborted) return () => reject(cancelledError())
      const value = work()
      return () => resolve(value)
    })
  }

  /** Resolves once all jobs have ended. */
  async idle(): Promise<void> {
    this.#endPatience()
    while (this.#running !== undefined) await this.#running
  }

  get isGroupOpen(): boolean {
    return this.#group !== undefined
  }

  /** Resolves when no group is open, so that this connection sees only what is committed. */
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
      if (urgency === 'patient' && this.#isBusy()) this.#wait(job)
      else this.#start(job)
    })
  }

  #start(...jobs: readonly Job[]): void {
    this.#waiting.push(...jobs)
    this.#running ??= this.#runGroups()
  }

  #isBusy(): boolean {
    return this.#running !== undefined || systemClock.monotonic() - this.#urgentAt < patienceMs
  }

  #wait(job: Job): void {
    this.#patient.push(job)
    this.#endOfPatience ??= setTimeout(() => this.#endPatience(), patienceMs)
  }

  #endPatience(): void {
    const jobs = this.#takePatient(Number.POSITIVE_INFINITY)
    if (jobs.length > 0) this.#start(...jobs)
  }

  #takePatient(maxCount: number): readonly Job[] {
    const jobs = this.#patient.splice(0, maxCount)
    if (this.#patient.length === 0) {
      clearTimeout(this.#endOfPatience)
      this.#endOfPatience = undefined
    }
    return jobs
  }

  async #runGroups(): Promise<void> {
    while (this.#waiting.length > 0) {
      // A full turn of the event loop: what arrives in it joins the group, and sockets are read between groups.
      await new Promise((resolve) => setImmediate(resolve))
      const jobs = this.#waiting.splice(0, maxJobsPerGroup)
      const patient = jobs.length > maxJobsBesidePatient ? [] : this.#takePatient(maxJobsPerGroup)
      this.#group = this.#runGroup([...jobs, ...patient])
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

  /** They wait on for the lock, but for those who were cancelled or have waited long enough. */
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
      // What broke the rollback breaks the next `begin` too, which then says so.
    }
  }

  /** What is wrong with one job is told to that one, and the others run again; a broken database fails all. */
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
