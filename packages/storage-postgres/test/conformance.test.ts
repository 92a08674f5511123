import { test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { postgresStorage } from '@parley/storage-postgres'
import { createDatabase, postgresUrl } from '../../../test/support/postgres.js'

if (postgresUrl === undefined) {
  test('PostgreSQL storage', { skip: 'PARLEY_TEST_POSTGRES is not set' }, () => {})
} else {
  testStorage({ test, factory: fixture, supports: { persistence: true, concurrentNodes: true } })
}

async function fixture() {
  const { connectionString, drop } = await createDatabase()
  const another = () => postgresStorage({ connectionString })
  return { storage: another(), another, cleanup: drop }
}
