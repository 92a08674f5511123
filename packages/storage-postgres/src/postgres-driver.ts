import type { SqlConnection, SqlDriver, SqlFailure } from '@parley/storage-sql'
import { checkDatabase } from './database-check.js'
import { toOpeningError } from './opening-errors.js'
import { checkNamedStatements } from './pooler-check.js'
import { PostgresConnection } from './postgres-connection.js'
import { describeError } from './postgres-errors.js'
import { type OpenPool, openPool, type PostgresStorageOptions } from './postgres-options.js'

/** Connects a storage to PostgreSQL through `pg`. */
export class PostgresDriver implements SqlDriver {
  readonly selectTime = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as time'
  readonly #options: PostgresStorageOptions
  #opened: OpenPool | undefined
  /** Whether the bus keeps one of the connections. */
  hasBus = false

  constructor(options: PostgresStorageOptions) {
    this.#options = options
  }

  async open(): Promise<void> {
    const opened = openPool(this.#options, this.hasBus)
    this.#opened = opened
    try {
      await this.#check(opened)
    } catch (error) {
      throw toOpeningError(error, this.#options)
    }
  }

  async connect(): Promise<SqlConnection> {
    if (this.#opened === undefined) throw new TypeError('the driver is not open')
    return new PostgresConnection(await this.#opened.pool.connect(), this.#opened)
  }

  describeError(error: unknown): SqlFailure {
    return describeError(error)
  }

  async close(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    await opened?.end()
  }

  async #check({ pool, namedStatements, maxCount }: OpenPool): Promise<void> {
    const connection = await this.connect()
    let state: 'intact' | 'broken' = 'broken'
    try {
      await checkDatabase(connection)
      state = 'intact'
    } finally {
      connection.release(state)
    }
    if (namedStatements) await checkNamedStatements(pool, maxCount)
  }
}
