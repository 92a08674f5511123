import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '@parley/storage-sql'
import { sqliteDialect } from '../src/sqlite-dialect.js'

type Page = { limit: number; offset: number }

test('statement rejects a bare parameter as a row count', () => {
  const bare = () => {
    statement<Page>(sqliteDialect, 'bare', (db, param) =>
      db.selectFrom('licenses').select('id').limit(param('limit')),
    )
  }
  const literal = () => {
    statement<Page>(sqliteDialect, 'literal', (db) => db.selectFrom('licenses').select('id').limit(1))
  }
  for (const make of [bare, literal]) assert.throws(make, { message: /needs rowCount, or a literal$/ })
})
