import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Address of the PostgreSQL server, set by scripts/test.ts; `undefined` when this machine has none. */
export const postgresUrl: string | undefined = process.env.PARLEY_TEST_POSTGRES

export interface TestDatabase {
  readonly name: string
  readonly connectionString: string
  drop(): Promise<void>
}

/** Name of a database with the newest schema and no rows. scripts/test.ts creates it once per run. */
const template = process.env.PARLEY_TEST_POSTGRES_TEMPLATE

/** Creates an empty database for each caller, so that test files cannot see each other. */
export function createDatabase(): Promise<TestDatabase> {
  return createWithoutSync('')
}

/** Creates a database with the newest schema by copying the template, in a tenth of the time of a migration. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return createWithoutSync(template === undefined ? '' : ` template ${template}`)
}

/** Creates an empty database with another encoding than the server's default. */
export function createEncodedDatabase(encoding: string): Promise<TestDatabase> {
  const locale = `lc_collate 'C' lc_ctype 'C' template template0`
  return createWithoutSync(` encoding '${encoding}' ${locale}`)
}

/** Creates an empty database that keeps its commits when its server is killed. */
export function createDurableDatabase(server: string): Promise<TestDatabase> {
  return create(server, () => [])
}

/** Creates a database whose commits do not wait for the disk, because a slow disk would make tests time out. */
function createWithoutSync(options: string): Promise<TestDatabase> {
  return create(
    requirePostgresUrl(),
    (name) => [`alter database ${name} set synchronous_commit = off`],
    options,
  )
}

async function create(
  server: string,
  settingsOf: (name: string) => readonly string[],
  options = '',
): Promise<TestDatabase> {
  const name = `parley_test_${randomUUID().replaceAll('-', '')}`
  await runOn(server, [`create database ${name}${options}`, ...settingsOf(name)])
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name,
    connectionString: url.href,
    drop: () => runOn(server, [`drop database if exists ${name} with (force)`]),
  }
}

/**
 * Opens a pool for a database that is dropped soon after the pool has ended. `pool.end()` does not wait until its
 * connections are closed, so the server may still report to one of them that it was cut off.
 */
export function openTestPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  return pool
}

function requirePostgresUrl(): string {
  if (postgresUrl === undefined) {
    throw new Error(
      'PARLEY_TEST_POSTGRES is not set: run through npm test, or skip when postgresUrl is undefined',
    )
  }
  return postgresUrl
}

async function runOn(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
