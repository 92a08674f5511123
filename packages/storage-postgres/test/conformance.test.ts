import { after, before, describe, test } from 'node:test'
import { testStorage } from '@parley/conformance'
import { postgresStorage } from '@parley/storage-postgres'
import type pg from 'pg'
import {
  createMigratedDatabase,
  openTestPool,
  postgresUrl,
  type TestDatabase,
} from '../../../test/support/postgres.js'
import { emptyDatabase } from './empty-database.js'

describe('a PostgreSQL database', { skip: postgresUrl ? false : 'PARLEY_TEST_POSTGRES is not set' }, () => {
  let database: TestDatabase
  /** Pool that all cases share, because starting a session takes longer than most cases. */
  let pool: pg.Pool

  before(async () => {
    database = await createMigratedDatabase()
    pool = openTestPool({ connectionString: database.connectionString, options: '-c jit=off' })
  })
  after(async () => {
    await pool.end()
    await database.drop()
  })

  const factory = async () => ({
    storage: postgresStorage({ pool }),
    // Uses its own connections, so that both ways of connecting are tested.
    another: () => postgresStorage({ connectionString: database.connectionString }),
    cleanup: () => emptyDatabase(pool),
  })
  testStorage({ test, factory, supports: { persistence: true, concurrentNodes: true } })
})
