import { describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { sqliteStorage } from '@parley/storage-sqlite'
import { temporaryFile } from './temporary-file.js'

describe('a database file', () => {
  testStorage({ test, factory: fileFixture, supports: { persistence: true, concurrentNodes: true } })
})

describe('a database in memory', () => {
  testStorage({ test, factory: memoryFixture, supports: { persistence: false, concurrentNodes: false } })
})

async function fileFixture() {
  const { filename, cleanup } = temporaryFile()
  return { storage: sqliteStorage({ filename }), another: () => sqliteStorage({ filename }), cleanup }
}

async function memoryFixture() {
  const another = () => sqliteStorage({ filename: ':memory:' })
  return { storage: another(), another, cleanup: async () => {} }
}
