import { ParleyConfigError } from '@parley/core/ports'
import pg from 'pg'
import { GrowingPool } from './growing-pool.js'
import type { PostgresPool, SessionOptions } from './postgres-client.js'
import { plainBegin, settingBegin, setUpSession } from './session-settings.js'

interface StatementOptions {
  /**
   * Whether statements are prepared once per connection. Set `false` behind a pooler in transaction mode, such as
   * PgBouncer: statements are then planned at each call, and settings are made in each transaction. The bus between
   * nodes needs a session: use another bus, or none (`bus: null`). Default: `true`.
   */
  readonly namedStatements?: boolean
}

/** Options of `postgresStorage`: a connection string, or a pool of the host. */
export type PostgresStorageOptions = StatementOptions & (ConnectionOptions | PoolOptions)

interface ConnectionOptions {
  /** Address of the database, `postgres://user:password@host:port/database`, with the parameters that `pg` knows. */
  readonly connectionString: string
  /**
   * Maximum number of connections, 1 to 1,000, including the one of the bus between nodes. One is opened at the start,
   * others when calls have to wait. Connections that are unused for 10 seconds are closed. Default: 10.
   */
  readonly poolSize?: number
}

interface PoolOptions {
  /**
   * A `pg.Pool` of the host. The bus between nodes keeps one of its connections. The host sets its timeouts,
   * `synchronous_commit`, `jit` (better off) and `error` listener. `close()` leaves it open.
   */
  readonly pool: PostgresPool
}

const connectTimeoutMs = 5_000
const defaultPoolSize = 10
/**
 * Maximum size of the messages that wait while the database is unreachable, in bytes. Beyond it the oldest are lost.
 */
export const waitingBytes = 16_777_216

/** Pool that the connections of a bus come from. */
export interface BusPool {
  readonly pool: PostgresPool
  end(): Promise<void>
}

/** Pool of a storage, with the settings of its connections. */
export interface OpenPool extends BusPool, SessionOptions {
  /** Maximum number of connections. */
  readonly maxCount: number
}

const address = 'postgres://user:password@host:port/database'
const example = `{ connectionString: '${address}' }`

export function validatePostgresOptions(options: PostgresStorageOptions): void {
  if (typeof options !== 'object' || options === null) {
    const message = `postgresStorage needs options, such as ${example}`
    throw new ParleyConfigError('options_required', { message })
  }
  if (typeof (options.namedStatements ?? true) !== 'boolean') {
    throw invalidOption('namedStatements', 'must be true or false')
  }
  if ('pool' in options) {
    if (typeof options.pool?.connect !== 'function') throw invalidOption('pool', 'must be a pg.Pool')
    return
  }
  const { connectionString, poolSize = defaultPoolSize } = options
  if (typeof connectionString !== 'string' || connectionString === '') {
    throw invalidOption('connectionString', `must be the address of a database, such as ${address}`)
  }
  parseAddress(connectionString)
  if (!Number.isInteger(poolSize) || poolSize < 1 || poolSize > 1_000) {
    throw invalidOption('poolSize', 'must be an integer from 1 to 1,000')
  }
}

/** Throws a `ParleyConfigError` when the bus would leave the storage no connection. */
export function requireBusConnection(options: PostgresStorageOptions): void {
  if ('pool' in options || options.poolSize !== 1) return
  const message =
    'postgresStorage: poolSize must be at least 2 when PostgreSQL is also the bus between nodes: raise it, or set bus: null for a single node'
  throw new ParleyConfigError('option_conflict', { option: 'postgresStorage.poolSize', message })
}

interface PostgresAddress {
  readonly server: string
  readonly database: string
  readonly user: string
}

/**
 * Matches a URL or the folder of a socket. The driver would read anything else as a host name that the host did not
 * intend.
 */
const addressForm = /^(?:(?:postgres|postgresql|socket):|\/)/i

/**
 * Returns the server, database and user of a connection string as the driver reads it, with its defaults. Never returns
 * the password.
 */
export function parseAddress(connectionString: string): PostgresAddress {
  if (!addressForm.test(connectionString)) throw noAddress()
  try {
    const { host, port, database = '', user = '' } = new pg.Client({ connectionString })
    return { server: `${host}:${port}`, database, user }
  } catch {
    throw noAddress()
  }
}

/** Returns an error that quotes neither the string nor the driver's message, because both may contain a password. */
function noAddress(): ParleyConfigError {
  return invalidOption('connectionString', `must be an address such as ${address}`)
}

function invalidOption(name: string, requirement: string): ParleyConfigError {
  const message = `postgresStorage: ${name} ${requirement}`
  return new ParleyConfigError('option_invalid', { option: `postgresStorage.${name}`, message })
}

/** Opens the pool of a storage. With a bus, one connection of `poolSize` is left for it. */
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

/** Opens a pool for the one connection that a bus keeps, and a second one to check it with. */
export function openBusPool(options: PostgresStorageOptions): BusPool {
  if ('pool' in options) return { pool: options.pool, end: async () => {} }
  const { connectionString } = options
  return opened({ connectionString, max: 2, application_name: 'parley bus' })
}

function opened(options: pg.PoolConfig): { readonly pool: pg.Pool; readonly end: () => Promise<void> } {
  const pool = new pg.Pool({ ...options, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true })
  // A connection that breaks while idle needs no handling: the pool drops it, and the next call opens another.
  pool.on('error', () => {})
  return { pool, end: () => pool.end() }
}
