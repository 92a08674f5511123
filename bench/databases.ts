import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import type { Database } from './processes/messages.js'
import type { Target } from './targets/target.js'

export interface TemporaryDatabase extends Database {
  remove(): Promise<void>
}

/** Addresses of database servers. Targets that need a missing server are left out. */
export interface DatabaseServers {
  readonly postgresUrl?: string | undefined
  readonly redisUrl?: string | undefined
}

/** Creates an empty database, either in the temporary folder (`TMPDIR`) or on the PostgreSQL server. */
export async function createDatabase(
  { storage, usesRedis }: Pick<Target, 'storage' | 'usesRedis'>,
  { postgresUrl: serverUrl, redisUrl }: DatabaseServers,
): Promise<TemporaryDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  if (storage === 'sqlite') return { directory, postgresUrl: null, redisUrl: null, remove: removeDirectory }
  if (serverUrl === undefined) throw new Error('there is no PostgreSQL')
  const name = `parley_bench_${randomUUID().replaceAll('-', '')}`
  await runOn(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const remove = async () => {
    await runOn(serverUrl, `drop database if exists ${name} with (force)`)
    await removeDirectory()
  }
  return { directory, postgresUrl: url.href, redisUrl: (usesRedis && redisUrl) || null, remove }
}

/** Counts the stored messages of a target, even while its server uses the database. */
export async function countRows(
  { messages: { file, table } }: Pick<Target, 'messages'>,
  { directory, postgresUrl }: Database,
): Promise<number> {
  const query = `select count(*) as count from ${table}`
  if (postgresUrl !== null) {
    const { rows } = await runOn(postgresUrl, query)
    return Number(rows[0]?.count)
  }
  const database = new SqliteDatabase(join(directory, file), { readonly: true })
  try {
    return database.prepare<[], number>(query).pluck().get() ?? Number.NaN
  } finally {
    database.close()
  }
}

/**
 * Runs `vacuum (analyze)` on a filled PostgreSQL database, as autovacuum would. Otherwise its plans assume empty
 * tables.
 */
export async function tidy({ postgresUrl }: Database): Promise<void> {
  if (postgresUrl !== null) await runOn(postgresUrl, 'vacuum (analyze)')
}

async function runOn(url: string, statement: string): Promise<pg.QueryResult<{ count?: string }>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
