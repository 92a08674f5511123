import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Storage } from '@parley/core/storage'
import { type SqliteStorageOptions, sqliteStorage } from '@parley/storage-sqlite'
import type { DriverName, SqliteDatabase, SqliteDriver } from '../src/driver.js'
import { loadDriver } from '../src/drivers.js'

/** A driver that can be loaded, and what tests open through it. */
export interface TestedDriver {
  readonly name: DriverName
  readonly driver: SqliteDriver
  /** Creates a storage that uses the driver. */
  storageOf(options: Omit<SqliteStorageOptions, 'driver'>): Storage
  /** Opens the connection of another program, which the storage does not know. */
  connect(filename: string): SqliteDatabase
}

const loaded = await Promise.all([
  load('better-sqlite3', 'better-sqlite3 cannot be loaded'),
  load('node:sqlite', 'node:sqlite needs Node.js 22.16 or newer'),
])

async function load(name: DriverName, reason: string) {
  const driver = await loadDriver(name).catch(() => undefined)
  return { name, driver, skip: driver === undefined && reason }
}

/** Registers the suite once for each driver. A driver that this Node.js cannot load is reported as skipped. */
export function forEachDriver(suite: (tested: TestedDriver) => void): void {
  for (const { name, driver, skip } of loaded) {
    describe(`through ${name}`, { skip }, () => suite(tested(name, driver ?? assert.fail(`no ${name}`))))
  }
}

function tested(name: DriverName, driver: SqliteDriver): TestedDriver {
  return {
    name,
    driver,
    storageOf: (options) => sqliteStorage({ ...options, driver: name }),
    connect: (filename) => driver.open(filename, { isReadonly: false, busyTimeoutMs: 0 }),
  }
}
