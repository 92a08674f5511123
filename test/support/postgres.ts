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

/** An empty database for each caller, so that test files cannot see each other. */
export function createDatabase(server = requirePostgresUrl()): Promise<TestDatabase> {
  return create(server, '')
}

/** The same with the newest schema, in a tenth of the time in which a storage would migrate it. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return create(requirePostgresUrl(), template === undefined ? '' : ` template ${template}`)
}

async function create(server: string, options: string): Promise<TestDatabase> {
  const name = `parley_test_${randomUUID().replaceAll('-', '')}`
  await runOn(server, `create database ${name}${options}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name,
    connectionString: url.href,
    drop: () => runOn(server, `drop database if exists ${name} with (force)`),
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

async function runOn(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
