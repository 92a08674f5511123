import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@parley/core/storage'
import { sqliteStorage } from '@parley/storage-sqlite'
import type { DriverName, SqliteDatabase } from '../../packages/storage-sqlite/src/driver.js'
import { loadDriver } from '../../packages/storage-sqlite/src/drivers.js'
import { byProfile } from './profile.js'

const provided = process.env.PARLEY_TEST_SQLITE

/** Driver of tests that are not about drivers. scripts/test.ts finds out which one can be loaded. */
export const sqliteDriver: DriverName = provided === 'node:sqlite' ? 'node:sqlite' : 'better-sqlite3'

/** Reason to skip tests that need SQLite; `false` when a driver can be loaded. */
export const noSqlite: string | false = provided === 'missing' && 'no driver of SQLite can be loaded'

/** Reason to skip programs of the documentation, which use the default driver; `false` when it can be loaded. */
export const noBetterSqlite3: string | false =
  noSqlite || (sqliteDriver !== 'better-sqlite3' && 'better-sqlite3 cannot be loaded')

/**
 * Durability of commits. In the quick profile commits do not wait for the disk, because tests that share it would time
 * out.
 */
export const durability = byProfile<'relaxed' | 'full'>({ quick: 'relaxed', full: 'full', nightly: 'full' })

/** Creates a storage of the file, with the durability of the profile. */
export function sqliteStorageAt(filename: string, driver = sqliteDriver): Storage {
  return sqliteStorage({ filename, driver, durability })
}

/** Opens the file as another program would, to look into it or to lock it. */
export async function openSqlite(filename: string, busyTimeoutMs = 0): Promise<SqliteDatabase> {
  const driver = await loadDriver(sqliteDriver)
  return driver.open(filename, { isReadonly: false, busyTimeoutMs })
}

let template: Promise<string> | undefined

/**
 * Creates a database file with the newest schema in a folder of its own. Copying one takes a tenth of the time of a
 * migration.
 */
export async function migratedSqliteFile(
  driver = sqliteDriver,
): Promise<{ readonly filename: string; remove(): Promise<void> }> {
  template ??= migrateTemplate(driver)
  const folder = temporaryFolder()
  const filename = join(folder, 'parley.db')
  copyFileSync(await template, filename)
  return { filename, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** Creates the template once per process. It is removed when the process ends. */
async function migrateTemplate(driver: DriverName): Promise<string> {
  const folder = temporaryFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const filename = join(folder, 'template.db')
  const storage = sqliteStorageAt(filename, driver)
  await storage.open()
  await storage.close()
  return filename
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'parley-sqlite-'))
}
