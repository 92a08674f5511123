import { StorageError } from '@parley/core'
import type { SqliteConnection } from './sqlite-connection.js'

/** Work that shares its commit with others. */
interface Job {
  /**
   * Does the work; what is to be told once the group has committed. Throws only where the writes of the whole
   * group must be undone.
   */
  run(): Settle | Promise<Settle>
  reject(error: unknown): void
}

type Settle = () => void

/** Bounds how long one group keeps the event loop busy. */
const maxJobsPerGroup = 256

/**
 * Group commit: jobs that arrive while others run share one transaction and so one sync to disk. None is told
 * of success before the commit.
 */
export class CommitQueue {
  readonly #connection: SqliteConnection
  readonly #afterCommit: () => void
  #waiting: Job[] = []
  #running: Promise<void> | undefined
  #group: Promise<void> | undefined

  /** `afterCommit` runs once a group has been told, outside any transaction; it must not throw. */
  constructor(connection: SqliteConnection, afterCommit: () => void) {
    this.#connection = connection
    this.#afterCommit = afterCommit
  }

  /** Work that may fail, and then leaves nothing: it gets a savepoint of its own. */
  addTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#add((resolve, reject) => this.#runInSavepoint(work, resolve, reject))
  }

  /**
   * Work that is synchronous and fails only when something is broken. It goes without a savepoint, which would
   * copy every page it touches; a failure costs the others of its group a second run instead.
   */
  addAppend<T>(work: () => T): Promise<T> {
    return this.#add((resolve) => {
      const value = work()
      return () => resolve(value)
    })
  }

  /** Resolves once all jobs have ended. */
  async idle(): Promise<void> {
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
    run: (resolve: (value: T) => void, reject: (error: unknown) => void) => Settle | Promise<Settle>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run: () => run(resolve, reject), reject })
      this.#running ??= this.#runGroups()
    })
  }

  async #runGroups(): Promise<void> {
    while (this.#waiting.length > 0) {
      // A full turn of the event loop: what arrives in it joins the group, and sockets are read between groups.
      await new Promise((resolve) => setImmediate(resolve))
      this.#group = this.#runGroup(this.#waiting.splice(0, maxJobsPerGroup))
      await this.#group
      this.#group = undefined
    }
    this.#running = undefined
  }

  async #runGroup(jobs: readonly Job[]): Promise<void> {
    const settles: Settle[] = []
    try {
      this.#connection.execute('begin immediate')
      for (const job of jobs) {
        const settle = job.run()
        settles.push(settle instanceof Promise ? await settle : settle)
      }
      this.#connection.execute('commit')
    } catch (error) {
      this.#rollBack()
      this.#settleFailure(jobs, jobs[settles.length], error)
      return
    }
    for (const settle of settles) settle()
    this.#afterCommit()
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
