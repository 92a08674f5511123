import { describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { sqliteStorage } from '@parley/storage-sqlite'
import { profile } from '../../../test/support/profile.js'
import { migratedSqliteFile, noSqlite, sqliteStorageAt } from '../../../test/support/sqlite-file.js'

describe('a database file', { skip: noSqlite }, () => {
  testStorage({ test, factory: fileFixture, supports: { persistence: true, concurrentNodes: true } })
})

// The cases and the statements are the same as for a file, so the full profile is enough.
describe('a database in memory', { skip: noSqlite || (profile === 'quick' && 'npm run test:full') }, () => {
  testStorage({ test, factory: memoryFixture, supports: { persistence: false, concurrentNodes: false } })
})

async function fileFixture() {
  const { filename, remove } = await migratedSqliteFile()
  const another = () => sqliteStorageAt(filename)
  return { storage: another(), another, cleanup: remove }
}

async function memoryFixture() {
  const another = () => sqliteStorage({ filename: ':memory:' })
  return { storage: another(), another, cleanup: async () => {} }
}
