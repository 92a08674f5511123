import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bind } from './bind.js'

test('values are quoted, and a list becomes a list in parentheses', () => {
  const text = 'select $2 where a = $1 and b in $3 and c in $4 limit $5:next'
  const bound = `select null where a = 'it\\'s $2' and b in ('x', 'y') and c in (null) limit 11`
  assert.equal(bind(text, ["it's $2", null, ['x', 'y'], [], 10], []), bound)
})

test('a value of another type is a TypeError, because it might become an expression', () => {
  assert.throws(() => bind('select $1', [{ toSqlString: () => '1' }], []), TypeError)
  assert.throws(() => bind('select $1', [undefined], []), TypeError)
})

test('chosen rows become a table with the types of their values', () => {
  const table = bind(':chosen', [], [{ key_0: 'a', key_1: 1 }])
  assert.match(table, /^json_table\('\[\{\\"key_0\\":\\"a\\",\\"key_1\\":1\}\]', /)
  assert.match(table, /"key_0" varchar\(380\) .*, "key_1" bigint path '\$\.key_1'\)\) as chosen$/)
})
