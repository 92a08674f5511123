import { StorageError } from '@parley/core/storage'
import { integer, type Row, type SqlExecutor, type Statement, text } from '@parley/storage-sql'
import type { SqliteDatabase, SqliteDriver, SqliteStatement } from './driver.js'
import { openingFailure } from './opening-failure.js'
import { toStorageError } from './sqlite-errors.js'

/** A connection that prepares each statement once, and fails immediately when another connection holds a lock. */
export class SqliteConnection implements SqlExecutor {
  readonly #driver: SqliteDriver
  readonly #database: SqliteDatabase
  readonly #prepared = new Map<string, SqliteStatement>()

  constructor(driver: SqliteDriver, filename: string, options: { readonly isReadonly: boolean }) {
    this.#driver = driver
    try {
      this.#database = driver.open(filename, { ...options, busyTimeoutMs: 0 })
    } catch (error) {
      throw new StorageError('unavailable', openingFailure(filename), { cause: error })
    }
  }

  get isInTransaction(): boolean {
    return this.#database.isInTransaction
  }

  all<Params>(statement: Statement<Params>, params: Params): readonly Row[] {
    return this.#translated(() => this.#prepare(statement.sql).all(...statement.bind(params)))
  }

  first<Params>(statement: Statement<Params>, params: Params): Row | undefined {
    return this.#translated(() => this.#prepare(statement.sql).get(...statement.bind(params)))
  }

  run<Params>(statement: Statement<Params>, params: Params): number {
    return this.#translated(() => Number(this.#prepare(statement.sql).run(...statement.bind(params)).changes))
  }

  /** Runs a statement without parameters that returns no rows. */
  execute(sql: string): void {
    this.#translated(() => this.#prepare(sql).run())
  }

  /** Returns the rows of a statement without parameters. */
  query(sql: string): readonly Row[] {
    return this.#translated(() => this.#prepare(sql).all())
  }

  /**
   * Whether `pendingPages` only counts. Before version 3.51, SQLite checkpoints instead, because it does not know
   * `noop`.
   */
  get countsPendingPages(): boolean {
    const [row] = this.query('select sqlite_version() as version')
    const [major = 0, minor = 0] = row === undefined ? [] : text(row, 'version').split('.').map(Number)
    return major > 3 || (major === 3 && minor >= 51)
  }

  /** Returns the number of log pages that are not in the database file yet. */
  pendingPages(): number {
    const row = this.#translated(() => this.#prepare('pragma wal_checkpoint(noop)').get())
    return row === undefined ? 0 : integer(row, 'log') - integer(row, 'checkpointed')
  }

  /**
   * Moves what it can from the log into the database file, without blocking anyone. Must not run inside a transaction.
   */
  checkpoint(): void {
    this.query('pragma wal_checkpoint(passive)')
  }

  pragma(assignment: string): void {
    this.#translated(() => this.#database.exec(`pragma ${assignment}`))
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const prepared = this.#database.prepare(sql)
    this.#prepared.set(sql, prepared)
    return prepared
  }

  #translated<T>(call: () => T): T {
    try {
      return call()
    } catch (error) {
      throw toStorageError(error, this.#driver.resultCode(error))
    }
  }
}
