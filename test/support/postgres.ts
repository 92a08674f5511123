import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Set by scripts/test.ts; `undefined` when this machine has no PostgreSQL. */
export const postgresUrl: string | undefined = process.env.PARLEY_TEST_POSTGRES

export interface TestDatabase {
  readonly connectionString: string
  drop(): Promise<void>
}

/** A database of its own for every caller, so that test files cannot see each other. */
export async function createDatabase(server = requirePostgresUrl()): Promise<TestDatabase> {
  const name = `parley_test_${randomUUID().replaceAll('-', '')}`
  await runOn(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
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
