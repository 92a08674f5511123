import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Set by scripts/test.ts; `undefined` when this machine has no PostgreSQL. */
export const postgresUrl: string | undefined = process.env.PARLEY_TEST_POSTGRES

export interface TestDatabase {
  readonly name: string
  readonly connectionString: string
  drop(): Promise<void>
}

/** Name of a database with the newest schema and no rows, which scripts/test.ts makes once for a whole run. */
const template = process.env.PARLEY_TEST_POSTGRES_TEMPLATE

/** Creates an empty database for each caller, so that test files cannot see each other. */
export function createDatabase(): Promise<TestDatabase> {
  return createWithoutSync('')
}

/** The same with the newest schema, in a tenth of the time in which a storage would migrate it. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return createWithoutSync(template === undefined ? '' : ` template ${template}`)
}

/** The same in another encoding than that of the server's other databases. */
export function createEncodedDatabase(encoding: string): Promise<TestDatabase> {
  const locale = `lc_collate 'C' lc_ctype 'C' template template0`
  return createWithoutSync(` encoding '${encoding}' ${locale}`)
}

/** An empty database that keeps its commits when its server is killed. */
export function createDurableDatabase(server: string): Promise<TestDatabase> {
  return create(server, () => [])
}

/** Commits do not wait for the disk, because a slow disk would make tests run out of time. */
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
