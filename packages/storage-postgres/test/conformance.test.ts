import { after, describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { postgresStorage } from '@parley/storage-postgres'
import { createMigratedDatabase, postgresUrl } from '../../../test/support/postgres.js'
import { emptyDatabase } from './empty-database.js'

describe('a PostgreSQL database', { skip: postgresUrl ? false : 'PARLEY_TEST_POSTGRES is not set' }, () => {
  const database = postgresUrl === undefined ? undefined : createMigratedDatabase()
  after(async () => (await database)?.drop())

  const factory = async () => {
    const connectionString = (await database)?.connectionString ?? ''
    const another = () => postgresStorage({ connectionString })
    return { storage: another(), another, cleanup: () => emptyDatabase(connectionString) }
  }
  testStorage({ test, factory, supports: { persistence: true, concurrentNodes: true } })
})
