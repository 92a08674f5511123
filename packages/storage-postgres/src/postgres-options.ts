import pg from 'pg'
import { type PostgresPool, timeoutMs } from './postgres-client.js'

export type PostgresStorageOptions =
  | {
      /** `postgres://user:password@host:port/database`, with the parameters that `pg` knows. */
      readonly connectionString: string
      /** Connections at most, 1 to 1,000, default 10. */
      readonly poolSize?: number
    }
  | {
      /**
       * A `pg.Pool` of the host's, of which the bus between nodes keeps one connection. Its timeouts, `synchronous_commit`, `jit` (better off) and `error` listener are
       * the host's concern, and `close()` leaves it open.
       */
      readonly pool: PostgresPool
    }

const connectTimeoutMs = 5_000
/** What is published while the database is away waits, up to so many bytes; then the oldest is lost. */
export const waitingBytes = 16_777_216

export interface OpenPool {
  readonly pool: PostgresPool
  end(): Promise<void>
}

const example = "{ connectionString: 'postgres://user:password@host:port/database' }"

export function validatePostgresOptions(options: PostgresStorageOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`postgresStorage needs options, such as ${example}`)
  }
  if ('pool' in options) {
    if (typeof options.pool?.connect !== 'function') throw new TypeError('pool must be a pg.Pool')
    return
  }
  const { connectionString, poolSize = 10 } = options
  if (typeof connectionString !== 'string' || connectionString === '') {
    throw new TypeError('connectionString must be the address of a database')
  }
  addressOf(connectionString)
  if (!Number.isInteger(poolSize) || poolSize < 1 || poolSize > 1_000) {
    throw new TypeError('poolSize must be an integer from 1 to 1,000')
  }
}

interface PostgresAddress {
  readonly server: string
  readonly database: string
  readonly user: string
}

/** Where a connection string leads, as the driver reads it, with its defaults; never the password. */
export function addressOf(connectionString: string): PostgresAddress {
  try {
    const { host, port, database = '', user = '' } = new pg.Client({ connectionString })
    return { server: `${host}:${port}`, database, user }
  } catch {
    // What the driver says may hold the whole string.
    throw new TypeError('connectionString is no address such as postgres://user:password@host:port/database')
  }
}

export function openPool(options: PostgresStorageOptions): OpenPool {
  if ('pool' in options) return { pool: options.pool, end: async () => {} }
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    keepAlive: true,
    application_name: 'parley',
    // A list nests its chats, whose cost is over-estimated until the tables are analyzed: it was compiled, at each
    // call, for ten times as long as it then ran.
    options: '-c synchronous_commit=on -c jit=off',
  })
  return opened(pool)
}

/** For the one connection that a bus keeps. */
export function openBusPool(options: PostgresStorageOptions): OpenPool {
  if ('pool' in options) return { pool: options.pool, end: async () => {} }
  const { connectionString } = options
  return opened(
    new pg.Pool({
      ...{ connectionString, max: 1, connectionTimeoutMillis: connectTimeoutMs, keepAlive: true },
      application_name: 'parley bus',
    }),
  )
}

function opened(pool: pg.Pool): OpenPool {
  // A connection that breaks while it is idle concerns nobody: the pool drops it, and the next call opens another.
  pool.on('error', () => {})
  return { pool, end: () => pool.end() }
}
