import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DatabaseTraits, findDatabaseProblem } from './database-check.js'

const sound: DatabaseTraits = { database: 'parley', encoding: 'UTF8', version: 15, isReadOnly: false }

test('accepts a UTF-8 database on a supported server', () => {
  assert.equal(findDatabaseProblem(sound), undefined)
  assert.equal(findDatabaseProblem({ ...sound, version: 18 }), undefined)
})

const refused: readonly (readonly [Partial<DatabaseTraits>, RegExp])[] = [
  [
    { encoding: 'LATIN1' },
    /^the database parley has the encoding LATIN1, .+: create one with UTF8, as with createdb/,
  ],
  [{ encoding: 'SQL_ASCII' }, /encoding SQL_ASCII/],
  [{ encoding: 'EUC_JP' }, /encoding EUC_JP/],
  [{ version: 14 }, /is PostgreSQL 14: upgrade it to 15 or newer$/],
  [{ isReadOnly: true }, /is read-only: connect to the primary/],
]

for (const [traits, message] of refused) {
  test(`rejects a database with ${JSON.stringify(traits)}, with a remedy`, () => {
    assert.match(findDatabaseProblem({ ...sound, ...traits }) ?? '', message)
  })
}
