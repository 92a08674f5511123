import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionContracts, contractSchemas, fieldsIn, pushContracts } from '../../test/schemas.js'
import { findFieldMeaning, namesWithOneMeaning } from './field-meanings.js'

for (const { api, name, versions, summary } of [...actionContracts, ...pushContracts]) {
  test(`the summary of ${api} ${name} of ${versions.join()} has one or two sentences`, () => {
    assert.match(summary, /^[A-Z][^\n]{10,}[^.\s]\.$/)
    assert.ok(summary.length <= 200, `${summary.length} characters`)
  })
}

for (const [title, schema] of contractSchemas) {
  test(`every field of ${title} has a meaning`, () => {
    for (const [name, field] of fieldsIn(schema)) {
      assert.match(findFieldMeaning(name, field) ?? '', /^\S.+[.…]$/, name)
    }
  })
}

test('every general field meaning is used by a field without its own description', () => {
  const fields = contractSchemas.flatMap(([, schema]) => [...fieldsIn(schema)])
  const bare = new Set(fields.flatMap(([name, field]) => (field.description === undefined ? [name] : [])))
  assert.deepEqual(
    namesWithOneMeaning.filter((name) => !bare.has(name)),
    [],
  )
})
