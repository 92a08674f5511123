import pg from 'pg'
import { GrowingPool } from './growing-pool.js'
import type { PostgresPool, Sessions } from './postgres-client.js'
import { plainBegin, settingBegin, setUpSession } from './session-settings.js'

interface StatementOptions {
  /**
   * `false` behind a pooler in transaction mode, such as PgBouncer: statements are planned at each call, and settings made in
   * each transaction. Default: `true`. The bus between nodes needs a session: give it another one, or none (`bus: null`).
   */
  readonly namedStatements?: boolean
}

export type PostgresStorageOptions = StatementOptions & (ConnectionOptions | PoolOptions)

interface ConnectionOptions {
  /** `postgres://user:password@host:port/database`, with the parameters that `pg` knows. */
  readonly connectionString: string
  /**
   * Connections at most, 1 to 1,000, default 10, the one of the bus between nodes included. One is opened at the start, more
   * where calls have to wait, and those that are not used for 10 s are closed.
   */
  readonly poolSize?: number
}

interface PoolOptions {
  /**
   * A `pg.Pool` of the host's, of which the bus between nodes keeps one connection. Its timeouts, `synchronous_commit`, `jit` (better off) and `error` listener are
   * the host's concern, and `close()` leaves it open.
   */
  readonly pool: PostgresPool
}

const connectTimeoutMs = 5_000
const defaultPoolSize = 10
/** What is published while the database is away waits, up to so many bytes; then the oldest is lost. */
export const waitingBytes = 16_777_216

export interface BusPool {
  readonly pool: PostgresPool
  end(): Promise<void>
}

export interface OpenPool extends BusPool, Sessions {
  /** Connections that it has at most. */
  readonly maxCount: number
}

const example = "{ connectionString: 'postgres://user:password@host:port/database' }"

export function validatePostgresOptions(options: PostgresStorageOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`postgresStorage needs options, such as ${example}`)
  }
  if (typeof (options.namedStatements ?? true) !== 'boolean') {
    throw new TypeError('namedStatements must be true or false')
  }
  if ('pool' in options) {
    if (typeof options.pool?.connect !== 'function') throw new TypeError('pool must be a pg.Pool')
    return
  }
  const { connectionString, poolSize = defaultPoolSize } = options
  if (typeof connectionString !== 'string' || connectionString === '') {
    throw new TypeError('connectionString must be the address of a database')
  }
  addressOf(connectionString)
  if (!Number.isInteger(poolSize) || poolSize < 1 || poolSize > 1_000) {
    throw new TypeError('poolSize must be an integer from 1 to 1,000')
  }
}

/** Throws a `TypeError` where a bus would leave the storage no connection. */
export function requireBusConnection(options: PostgresStorageOptions): void {
  if ('pool' in options || options.poolSize !== 1) return
  throw new TypeError(
    'poolSize must be at least 2 where PostgreSQL is the bus between nodes too: raise it, or set bus: null for a single node',
  )
}

interface PostgresAddress {
  readonly server: string
  readonly database: string
  readonly user: string
}

/** A URL, or the folder of a socket. Of anything else the driver makes a host that nobody has named. */
const addressForm = /^(?:(?:postgres|postgresql|socket):|\/)/i

/** Where a connection string leads, as the driver reads it, with its defaults; never the password. */
export function addressOf(connectionString: string): PostgresAddress {
  if (!addressForm.test(connectionString)) throw noAddress()
  try {
    const { host, port, database = '', user = '' } = new pg.Client({ connectionString })
    return { server: `${host}:${port}`, database, user }
  } catch {
    throw noAddress()
  }
}

/** Says nothing of the string, and leaves out the driver's own words: both may hold a password. */
function noAddress(): TypeError {
  return new TypeError('connectionString is no address such as postgres://user:password@host:port/database')
}

export function openPool(options: PostgresStorageOptions, hasBus: boolean): OpenPool {
  const { namedStatements = true } = options
  const begin = namedStatements ? plainBegin : settingBegin
  if ('pool' in options) {
    return { pool: options.pool, namedStatements, begin: plainBegin, maxCount: Infinity, end: async () => {} }
  }
  const maxCount = (options.poolSize ?? defaultPoolSize) - (hasBus ? 1 : 0)
  const { connectionString } = options
  const { pool, end } = opened({ connectionString, max: maxCount, application_name: 'parley' })
  const setUp = namedStatements ? setUpSession : undefined
  return { pool: new GrowingPool(pool, maxCount, setUp), namedStatements, begin, maxCount, end }
}

/** For the one connection that a bus keeps, and another one to try it with. */
export function openBusPool(options: PostgresStorageOptions): BusPool {
  if ('pool' in options) return { pool: options.pool, end: async () => {} }
  const { connectionString } = options
  return opened({ connectionString, max: 2, application_name: 'parley bus' })
}

function opened(options: pg.PoolConfig): { readonly pool: pg.Pool; readonly end: () => Promise<void> } {
  const pool = new pg.Pool({ ...options, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true })
  // A connection that breaks while it is idle concerns nobody: the pool drops it, and the next call opens another.
  pool.on('error', () => {})
  return { pool, end: () => pool.end() }
}
