import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from './processes/messages.js'
import type { Target } from './targets/target.js'

export interface TemporaryDatabase extends Database {
  remove(): Promise<void>
}

/** Empty, on the disk that holds the temporary folder (`TMPDIR`), or on the PostgreSQL server. */
export async function createDatabase(
  { storage }: Pick<Target, 'storage'>,
  serverUrl: string | undefined,
): Promise<TemporaryDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const removeDirectory = () => rm(directory, { recursive: true, force: true })
  if (storage === 'sqlite') return { directory, postgresUrl: null, remove: removeDirectory }
  if (serverUrl === undefined) throw new Error('there is no PostgreSQL')
  const name = `parley_bench_${randomUUID().replaceAll('-', '')}`
  await runOn(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const remove = async () => {
    await runOn(serverUrl, `drop database if exists ${name} with (force)`)
    await removeDirectory()
  }
  return { directory, postgresUrl: url.href, remove }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
