import { StorageError } from '@parley/core'
import type { SqliteConnection } from './sqlite-connection.js'

/** Work that shares its commit with others. */
interface Job {
  /** Runs the work inside a savepoint; what is to be told once the group has committed. Never rejects. */
  run(): Settle | Promise<Settle>
  reject(error: unknown): void
}

type Settle = () => void

/** Bounds how long one group keeps the event loop busy. */
const maxJobsPerGroup = 256

/**
 * Group commit: jobs that arrive while others run share one transaction and so one sync to disk. Each has its
 * own savepoint; none is told of success before the commit.
 */
export class CommitQueue {
  readonly #connection: SqliteConnection
  #waiting: Job[] = []
  #running: Promise<void> | undefined
  #group: Promise<void> | undefined

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  add<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        run: () => this.#runInSavepoint(work, resolve, reject),
        reject,
      })
      this.#running ??= this.#runGroups()
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
    try {
      const settles: Settle[] = []
      this.#connection.execute('begin immediate')
      for (const job of jobs) {
        const settle = job.run()
        settles.push(settle instanceof Promise ? await settle : settle)
      }
      this.#connection.execute('commit')
      for (const settle of settles) settle()
    } catch (error) {
      this.#rollBack()
      const failure = new StorageError('unavailable', 'the SQLite database could not commit', {
        cause: error,
      })
      for (const job of jobs) job.reject(failure)
    }
  }

  #rollBack(): void {
    // A full disk or an I/O error may have rolled back already.
    if (this.#connection.isInTransaction) this.#connection.execute('rollback')
  }

  #runInSavepoint<T>(
    work: () => T | Promise<T>,
    resolve: (value: T) => void,
    reject: (error: unknown) => void,
  ): Settle | Promise<Settle> {
    this.#connection.execute('savepoint job')
    const succeed = (value: T): Settle => {
      this.#connection.execute('release job')
      return () => resolve(value)
    }
    const fail = (error: unknown): Settle => {
      if (!this.#connection.isInTransaction) throw error
      this.#connection.execute('rollback to job')
      this.#connection.execute('release job')
      return () => reject(error)
    }
    try {
      const value = work()
      return value instanceof Promise ? value.then(succeed, fail) : succeed(value)
    } catch (error) {
      return fail(error)
    }
  }
}
