import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'
import { SetUpError } from './set-up-error.js'

const connectTimeoutMs = 3_000

/** A database for one run only, so that nothing has to be cleaned up before or after it. */
export interface Database {
  readonly url: string
  readonly name: string
  drop(): Promise<void>
}

export async function createDatabase(server: string): Promise<Database> {
  const url = addressOf('POSTGRES_URL', server, /^postgres(?:ql)?:$/)
  const name = `parley_cluster_${randomBytes(4).toString('hex')}`
  try {
    await runOn(server, `create database ${name}`)
  } catch (cause) {
    throw missing('PostgreSQL', url, cause, 'POSTGRES_URL=postgres://user:password@host:port/database')
  }
  const own = new URL(url)
  own.pathname = `/${name}`
  return { url: own.href, name, drop: () => runOn(server, `drop database if exists ${name} with (force)`) }
}

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs })
  // Ignores errors while the connection is idle; the statement shows whether it works.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export async function requireRedis(server: string): Promise<void> {
  const url = addressOf('REDIS_URL', server, /^rediss?:$/)
  const client = new Redis(server, {
    ...{ lazyConnect: true, connectTimeout: connectTimeoutMs, commandTimeout: connectTimeoutMs },
    ...{ maxRetriesPerRequest: 0, retryStrategy: () => null },
  })
  let reason: unknown
  client.on('error', (cause) => {
    reason = cause
  })
  try {
    await client.connect()
    await client.ping()
  } catch (cause) {
    throw missing('Redis', url, reason ?? cause, 'REDIS_URL=redis://user:password@host:port')
  } finally {
    client.disconnect()
  }
}

function addressOf(variable: string, text: string, protocol: RegExp): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  // The value is not printed, because it may contain a password.
  if (url === undefined || !protocol.test(url.protocol)) throw new SetUpError(`${variable} is no address.`)
  return url
}

function missing(what: string, { host, pathname }: URL, cause: unknown, example: string): SetUpError {
  const reason = cause instanceof Error && cause.message !== '' ? cause.message : String(cause)
  return new SetUpError(
    `The example needs ${what}, and could not use the one at ${host}${pathname}: ${reason}.\n` +
      `Start it, or name another one: ${example} npm run example:cluster`,
  )
}
