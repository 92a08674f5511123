import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSqlStores } from '@parley/storage-sql'
import { askAsRouter, fullScansOf } from '../../../test/support/router-questions.js'
import { sqliteDialect } from '../src/sqlite-dialect.js'
import { forEachDriver } from './drivers.js'
import { temporaryFile } from './temporary-file.js'

forEachDriver(({ connect, storageOf }) => {
  test('the queries of the router use indexes', async (context) => {
    const { filename, cleanup } = temporaryFile()
    context.after(cleanup)
    const storage = storageOf({ filename })
    await storage.open()
    await storage.close()
    const database = connect(filename)
    const plan: string[] = []
    const reads = createSqlStores(sqliteDialect).reads({
      all: (statement, params) => {
        const explained = database.prepare(`explain query plan ${statement.sql}`)
        const steps = explained.all(...statement.bind(params))
        plan.push(...steps.map(({ detail }) => String(detail)))
        return []
      },
      run: () => assert.fail('nothing is written'),
    })
    await askAsRouter(reads, 1)
    database.close()
    assert.ok(plan.some((step) => step.startsWith('SEARCH waiting_threads')))
    assert.deepEqual(fullScansOf(plan), [])
  })
})
