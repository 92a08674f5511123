import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSqlStores, type Row } from '@parley/storage-sql'
import pg from 'pg'
import { createDatabase, postgresUrl } from '../../../test/support/postgres.js'
import { askAsRouter, fullScansOf } from '../../../test/support/router-questions.js'
import { postgresDialect } from '../src/postgres-dialect.js'
import { postgresStorage } from '../src/postgres-storage.js'

test('the queries of the router use indexes', {
  skip: postgresUrl === undefined && 'no PostgreSQL',
}, async (context) => {
  const { connectionString, drop } = await createDatabase()
  context.after(drop)
  const storage = postgresStorage({ connectionString })
  await storage.open()
  await storage.close()
  const client = new pg.Client({ connectionString })
  await client.connect()
  // PostgreSQL would scan empty tables sequentially. With that disabled, a remaining sequential scan means a missing
  // index.
  await client.query('set enable_seqscan = off')
  const plan: string[] = []
  const reads = createSqlStores(postgresDialect).reads({
    all: async (statement, params) => {
      const { rows: steps } = await client.query<Row>(`explain ${statement.sql}`, statement.bind(params))
      plan.push(...steps.map((step) => String(step['QUERY PLAN'])))
      return []
    },
    run: () => assert.fail('nothing is written'),
  })
  await askAsRouter(reads, 1)
  await client.end()
  assert.ok(plan.some((step) => step.includes('waiting_threads')))
  assert.deepEqual(fullScansOf(plan), [])
})
