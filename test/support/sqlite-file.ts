import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@parley/core/storage'
import { sqliteStorage } from '@parley/storage-sqlite'
import { byProfile } from './profile.js'

/** Reason to skip tests that need SQLite, as scripts/test.ts found out; `false` when it can be loaded. */
export const noSqlite: string | false =
  process.env.PARLEY_TEST_SQLITE === 'missing' && 'better-sqlite3 cannot be loaded'

/**
 * Durability of commits. In the quick profile commits do not wait for the disk, because tests that share it would time
 * out.
 */
export const durability = byProfile<'relaxed' | 'full'>({ quick: 'relaxed', full: 'full', nightly: 'full' })

/** Opens the file as a storage, with the durability of the profile. */
export function sqliteStorageAt(filename: string): Storage {
  return sqliteStorage({ filename, durability })
}

let template: Promise<string> | undefined

/**
 * Creates a database file with the newest schema in a folder of its own. Copying one takes a tenth of the time of a
 * migration.
 */
export async function migratedSqliteFile(): Promise<{ readonly filename: string; remove(): Promise<void> }> {
  template ??= migrateTemplate()
  const folder = temporaryFolder()
  const filename = join(folder, 'parley.db')
  copyFileSync(await template, filename)
  return { filename, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** Creates the template once per process. It is removed when the process ends. */
async function migrateTemplate(): Promise<string> {
  const folder = temporaryFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const filename = join(folder, 'template.db')
  const storage = sqliteStorageAt(filename)
  await storage.open()
  await storage.close()
  return filename
}

function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'parley-sqlite-'))
}
