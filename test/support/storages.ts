import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Storage } from '@parley/core/storage'
import { postgresStorage } from '@parley/storage-postgres'
import type pg from 'pg'
import { type Cell, home, inCell, quickCells, wholeCell } from './cells.js'
import { chosen } from './dimensions.js'
import { createMigratedDatabase, openTestPool, postgresUrl } from './postgres.js'
import { profile, seed } from './profile.js'
import { memoryDatabase } from './shared-memory.js'
import { migratedSqliteFile, noSqlite, sqliteStorageAt } from './sqlite-file.js'

export { memoryDatabase }

/** A database on which storages can be opened one after the other, or at the same time. */
export interface TestStorage {
  open(): Storage
  remove(): Promise<void>
}

export type StorageKind = () => Promise<TestStorage>

const noPostgres =
  postgresUrl === undefined && 'no PostgreSQL: run through npm test, or set PARLEY_TEST_POSTGRES'

/** Storages by kind: how to create a database, and the reason why it is not available here. */
export const storageKinds: Readonly<
  Record<string, { readonly kind: StorageKind; readonly skip: string | false }>
> = {
  memory: { kind: memoryDatabase, skip: false },
  SQLite: { kind: sqliteDatabase, skip: noSqlite },
  PostgreSQL: { kind: postgresDatabase, skip: noPostgres },
}

const isQuick = profile === 'quick' && chosen('storage') === undefined
const available = Object.keys(storageKinds).filter((name) => storageKinds[name]?.skip === false)

/** Registers the suite once for each cell. Where PostgreSQL is missing, tests that need it are reported as skipped. */
export function forEachStorage(title: string, suite: (kind: StorageKind) => void): void {
  for (const cell of isQuick ? quickCells(available) : databases().map(wholeCell))
    register(cell, title, suite)
}

/**
 * Distributes the bodies of the suite over the storages, because each takes seconds. In the full profile each storage
 * runs all of them.
 */
export function dealToStorages(title: string, suite: (kind: StorageKind) => void): void {
  const cells = isQuick ? quickCells(available).filter((cell) => cell !== home) : databases().map(wholeCell)
  for (const cell of cells) register(cell, title, suite)
}

/**
 * Registers the whole suite for each database, because its nodes share one. In the quick profile it runs on one of
 * them.
 */
export function forEachDatabase(title: string, suite: (kind: StorageKind) => void): void {
  const both = databases()
  const chosenOnes = isQuick ? both.filter((_, index) => (title.length + seed) % both.length === index) : both
  for (const storage of chosenOnes) register(wholeCell(storage), title, suite)
}

function register(cell: Cell, title: string, suite: (kind: StorageKind) => void): void {
  const { kind, skip } = storageKinds[cell.storage] ?? assert.fail(`there is no storage ${cell.storage}`)
  describe(`${title}, on ${cell.title}`, { skip }, () => inCell(cell, () => suite(kind)))
}

function databases(): readonly string[] {
  const storage = chosen('storage')
  if (storage !== undefined) return [storage]
  return isQuick
    ? ['SQLite', 'PostgreSQL'].filter((name) => available.includes(name))
    : ['SQLite', 'PostgreSQL']
}

/** Returns a database for tests that are not about storages: SQLite, or memory when SQLite cannot be loaded. */
export function homeDatabase(): Promise<TestStorage> {
  return noSqlite === false ? sqliteDatabase() : memoryDatabase()
}

export async function sqliteDatabase(): Promise<TestStorage> {
  const { filename, remove } = await migratedSqliteFile()
  return { open: () => sqliteStorageAt(filename), remove }
}

/**
 * One database for the whole process, because creating databases and connections is slow. Suites use licenses of their
 * own.
 */
const postgres = postgresUrl === undefined ? undefined : openPostgres()

async function openPostgres(): Promise<{ readonly pool: pg.Pool; readonly drop: () => Promise<void> }> {
  const { connectionString, drop } = await createMigratedDatabase()
  // A hook of the test runner would belong to the first test file, although other files share the process.
  process.once('beforeExit', drop)
  const pool = openTestPool({ connectionString, options: '-c jit=off', max: 50, allowExitOnIdle: true })
  return { pool, drop }
}

export async function postgresDatabase(): Promise<TestStorage> {
  const { pool } = (await postgres) ?? assert.fail('PARLEY_TEST_POSTGRES is not set')
  return { open: () => postgresStorage({ pool }), remove: async () => {} }
}
