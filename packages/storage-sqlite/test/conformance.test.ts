import { describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { profile } from '../../../test/support/profile.js'
import { migratedSqliteFile, sqliteStorageAt } from '../../../test/support/sqlite-file.js'
import { forEachDriver, type TestedDriver } from './drivers.js'

forEachDriver((tested) => {
  describe('a database file', () => {
    const factory = () => fileFixture(tested)
    testStorage({ test, factory, supports: { persistence: true, concurrentNodes: true } })
  })

  // The cases and the statements are the same as for a file, so the full profile is enough.
  describe('a database in memory', { skip: profile === 'quick' && 'npm run test:full' }, () => {
    const factory = () => memoryFixture(tested)
    testStorage({ test, factory, supports: { persistence: false, concurrentNodes: false } })
  })
})

async function fileFixture({ name }: TestedDriver) {
  const { filename, remove } = await migratedSqliteFile(name)
  const another = () => sqliteStorageAt(filename, name)
  return { storage: another(), another, cleanup: remove }
}

async function memoryFixture({ storageOf }: TestedDriver) {
  const another = () => storageOf({ filename: ':memory:' })
  return { storage: another(), another, cleanup: async () => {} }
}
