import { StorageError } from '@parley/core/storage'
import { type SqlConnection, type SqlDriver, type SqlFailure, statementMs } from '@parley/storage-sql'
import { createPool, type Pool, type PoolConnection } from 'mysql2'
import { MysqlConnection } from './mysql-connection.js'
import { setNames } from './mysql-dialect.js'
import { describeError } from './mysql-errors.js'

/** Maximum time that a call waits for a free or new connection, in milliseconds. */
const waitingMs = 5_000
const noConnection = 'no connection to MySQL became free within 5 s: raise poolSize, or look for slow queries'

/** Settings of each connection. Quotes and `||` mean what they mean in standard SQL. */
const settings = [
  setNames,
  `set session sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',
    session group_concat_max_len = 1073741824, session innodb_lock_wait_timeout = ${statementMs / 1_000}`,
  'set session transaction isolation level read committed',
]

/** Connects a storage to MySQL or MariaDB through `mysql2`. */
export class MysqlDriver implements SqlDriver {
  readonly selectTime = 'select floor(unix_timestamp(now(3)) * 1000) as time'
  readonly #url: string
  readonly #poolSize: number
  #pool: Pool | undefined

  constructor(url: string, poolSize: number) {
    this.#url = url
    this.#poolSize = poolSize
  }

  async open(): Promise<void> {
    this.#pool = createPool({
      uri: this.#url,
      connectionLimit: this.#poolSize,
      connectTimeout: waitingMs,
      charset: 'utf8mb4_bin',
      decimalNumbers: true,
      // Updates then report the rows that they changed, and in a text the rows that they found.
      flags: ['-FOUND_ROWS'],
    })
    this.#pool.on('connection', (connection) => {
      // A connection without its settings is not used.
      for (const sql of settings) connection.query(sql, (error) => error === null || connection.destroy())
    })
    try {
      const connection = await this.connect()
      connection.release('intact')
    } catch (cause) {
      throw new StorageError('unavailable', this.#remedy(cause), { cause })
    }
  }

  async connect(): Promise<SqlConnection> {
    const pool = this.#pool
    if (pool === undefined) throw new TypeError('the driver is not open')
    return new MysqlConnection(await take(pool))
  }

  describeError(error: unknown): SqlFailure {
    return describeError(error)
  }

  async close(): Promise<void> {
    const pool = this.#pool
    this.#pool = undefined
    if (pool !== undefined) await new Promise<void>((resolve) => pool.end(() => resolve()))
  }

  /** Returns why the database cannot be opened. Never names the password. */
  #remedy(cause: unknown): string {
    const { host, pathname, username } = new URL(this.#url)
    const reason = cause instanceof Error ? `: ${cause.message}` : ''
    return `the database ${pathname.slice(1)} at ${host} cannot be opened as ${username}: check url${reason}`
  }
}

function take(pool: Pool): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error(noConnection))
    }, waitingMs)
    pool.getConnection((error, connection) => {
      clearTimeout(timer)
      if (error !== null) reject(error)
      else if (isLate) connection.release()
      else resolve(connection)
    })
  })
}
