import { after, before, describe, test } from 'node:test'
import { type TestFunction, testStorage } from '@parley/conformance'
import { sqlStorage } from '@parley/storage-sql'
import type pg from 'pg'
import {
  createMigratedDatabase,
  openTestPool,
  postgresUrl,
  type TestDatabase,
} from '../../../test/support/postgres.js'
import { postgresDialect } from '../src/postgres-dialect.js'
import { PostgresDriver } from '../src/postgres-driver.js'
import { emptyDatabase } from './empty-database.js'

/** Aspects of the suite in which events are appended. The others are tested with PostgreSQL's own statement. */
const aspects = ['append', 'bounds of threads', 'sequences', 'facts', 'outbox', 'cancellation', 'concurrency']

const testAspects: TestFunction = (name, options, run) => {
  if (aspects.some((aspect) => name.startsWith(aspect))) test(name, options, run)
}

describe('the appends of the kit', { skip: postgresUrl ? false : 'PARLEY_TEST_POSTGRES is not set' }, () => {
  let database: TestDatabase
  let pool: pg.Pool

  before(async () => {
    database = await createMigratedDatabase()
    pool = openTestPool({ connectionString: database.connectionString, options: '-c jit=off' })
  })
  after(async () => {
    await pool.end()
    await database.drop()
  })

  const storage = () => sqlStorage({ dialect: postgresDialect, driver: new PostgresDriver({ pool }) })
  const factory = async () => ({
    storage: storage(),
    another: storage,
    cleanup: () => emptyDatabase(pool),
  })
  testStorage({
    test: testAspects,
    factory,
    supports: { persistence: true, concurrentNodes: true },
  })
})
