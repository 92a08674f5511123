import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '@parley/core/storage'
import { sqliteStorage } from '@parley/storage-sqlite'
import { byProfile } from './profile.js'

/** Why tests that need SQLite are skipped, as scripts/test.ts has found out; `false` where it can be loaded. */
export const noSqlite: string | false =
  process.env.PARLEY_TEST_SQLITE === 'missing' && 'better-sqlite3 cannot be loaded'

/** In the quick profile commits do not wait for the disk, because others use it and tests would run out of time. */
export const durability = byProfile<'relaxed' | 'full'>({ quick: 'relaxed', full: 'full', nightly: 'full' })

/** The storage in that file, with the durability of the profile. */
export function sqliteStorageAt(filename: string): Storage {
  return sqliteStorage({ filename, durability })
}

let template: Promise<string> | undefined

/** A database file in a folder of its own, with the newest schema: to copy one takes a tenth of the time to migrate it. */
export async function migratedSqliteFile(): Promise<{ readonly filename: string; remove(): Promise<void> }> {
  template ??= migrateTemplate()
  const folder = temporaryFolder()
  const filename = join(folder, 'parley.db')
  copyFileSync(await template, filename)
  return { filename, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** Made once in a process, at whose end it is removed. */
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
