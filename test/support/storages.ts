import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import type { Storage } from '@parley/core'
import { postgresStorage } from '@parley/storage-postgres'
import { sqliteStorage } from '@parley/storage-sqlite'
import { chosen } from './dimensions.js'
import { createDatabase, postgresUrl } from './postgres.js'
import { memoryDatabase } from './shared-memory.js'

export { memoryDatabase }

/** A database, in which storages can be opened one after the other, or side by side. */
export interface TestStorage {
  open(): Storage
  remove(): Promise<void>
}

export type StorageKind = () => Promise<TestStorage>

const noPostgres =
  postgresUrl === undefined && 'no PostgreSQL: run through npm test, or set PARLEY_TEST_POSTGRES'

/** Of each kind, and why it cannot be had here. */
export const storageKinds: Readonly<
  Record<string, { readonly kind: StorageKind; readonly skip: string | false }>
> = {
  memory: { kind: memoryDatabase, skip: false },
  SQLite: { kind: sqliteDatabase, skip: false },
  PostgreSQL: { kind: postgresDatabase, skip: noPostgres },
}

/** Registers the suite once for each storage; where PostgreSQL is missing, that half is a visible skip. */
export function forEachStorage(title: string, suite: (kind: StorageKind) => void): void {
  const name = chosen('storage')
  for (const storage of name === undefined ? ['SQLite', 'PostgreSQL'] : [name]) {
    const { kind, skip } = storageKinds[storage] ?? assert.fail(`there is no storage ${storage}`)
    describe(`${title}, on ${storage}`, { skip }, () => suite(kind))
  }
}

export async function sqliteDatabase(): Promise<TestStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'))
  return {
    open: () => sqliteStorage({ filename: join(folder, 'parley.db') }),
    remove: () => rm(folder, { recursive: true }),
  }
}

/** One for the whole process: licenses keep its suites apart, and databases are slow to make and to drop. */
const postgres = postgresUrl === undefined ? undefined : createDatabase()
after(async () => (await postgres)?.drop())

export async function postgresDatabase(): Promise<TestStorage> {
  const connectionString = (await postgres)?.connectionString ?? ''
  return { open: () => postgresStorage({ connectionString }), remove: async () => {} }
}
