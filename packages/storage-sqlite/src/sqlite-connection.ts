import { StorageError } from '@parley/core/storage'
import { integer, type Row, type SqlExecutor, type Statement } from '@parley/storage-sql'
import type Database from 'better-sqlite3'
import type { Driver } from './driver.js'
import { openingFailure } from './opening-failure.js'
import { toStorageError } from './sqlite-errors.js'

type Prepared = Database.Statement<unknown[], Row>

/**
 * A better-sqlite3 connection. It prepares each statement once, and fails immediately when another connection holds a
 * lock.
 */
export class SqliteConnection implements SqlExecutor {
  readonly #database: Database.Database
  readonly #prepared = new Map<string, Prepared>()

  constructor(driver: Driver, filename: string, options: { readonly isReadonly: boolean }) {
    try {
      this.#database = new driver(filename, { readonly: options.isReadonly, timeout: 0 })
    } catch (error) {
      throw new StorageError('unavailable', openingFailure(filename), { cause: error })
    }
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction
  }

  all<Params>(statement: Statement<Params>, params: Params): readonly Row[] {
    return translated(() => this.#prepare(statement.sql).all(statement.bind(params)))
  }

  first<Params>(statement: Statement<Params>, params: Params): Row | undefined {
    return translated(() => this.#prepare(statement.sql).get(statement.bind(params)))
  }

  run<Params>(statement: Statement<Params>, params: Params): number {
    return translated(() => this.#prepare(statement.sql).run(statement.bind(params)).changes)
  }

  /** Runs a statement without parameters that returns no rows. */
  execute(sql: string): void {
    translated(() => this.#prepare(sql).run())
  }

  /** Returns the rows of a statement without parameters. */
  query(sql: string): readonly Row[] {
    return translated(() => this.#prepare(sql).all())
  }

  /** Returns the number of log pages that are not in the database file yet. */
  pendingPages(): number {
    const row = translated(() => this.#prepare('pragma wal_checkpoint(noop)').get())
    return row === undefined ? 0 : integer(row, 'log') - integer(row, 'checkpointed')
  }

  /**
   * Moves what it can from the log into the database file, without blocking anyone. Must not run inside a transaction.
   */
  checkpoint(): void {
    this.query('pragma wal_checkpoint(passive)')
  }

  pragma(assignment: string): void {
    translated(() => this.#database.pragma(assignment))
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const prepared = this.#database.prepare<unknown[], Row>(sql)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

function translated<T>(call: () => T): T {
  try {
    return call()
  } catch (error) {
    throw toStorageError(error)
  }
}
