import { after, before, describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { postgresStorage } from '@parley/storage-postgres'
import pg from 'pg'
import { createMigratedDatabase, postgresUrl, type TestDatabase } from '../../../test/support/postgres.js'
import { emptyDatabase } from './empty-database.js'

describe('a PostgreSQL database', { skip: postgresUrl ? false : 'PARLEY_TEST_POSTGRES is not set' }, () => {
  let database: TestDatabase
  let client: pg.Client

  before(async () => {
    database = await createMigratedDatabase()
    client = new pg.Client(database.connectionString)
    await client.connect()
  })
  after(async () => {
    await client.end()
    await database.drop()
  })

  const factory = async () => {
    const another = () => postgresStorage({ connectionString: database.connectionString })
    return { storage: another(), another, cleanup: () => emptyDatabase(client) }
  }
  testStorage({ test, factory, supports: { persistence: true, concurrentNodes: true } })
})
