import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionContracts, contractSchemas, fieldsIn, pushContracts } from '../../test/schemas.js'
import { meaningOfField, namesWithOneMeaning } from './field-meanings.js'

for (const { api, name, versions, summary } of [...actionContracts, ...pushContracts]) {
  test(`the summary of ${api} ${name} of ${versions.join()} is a sentence or two`, () => {
    assert.match(summary, /^[A-Z][^\n]{10,}[^.\s]\.$/)
    assert.ok(summary.length <= 200, `${summary.length} characters`)
  })
}

for (const [title, schema] of contractSchemas) {
  test(`every field of ${title} has a meaning`, () => {
    for (const [name, field] of fieldsIn(schema)) {
      assert.match(meaningOfField(name, field) ?? '', /^\S.+[.…]$/, name)
    }
  })
}

test('no name is said to mean one thing everywhere that stands nowhere, or always means something of its own', () => {
  const fields = contractSchemas.flatMap(([, schema]) => [...fieldsIn(schema)])
  const bare = new Set(fields.flatMap(([name, field]) => (field.description === undefined ? [name] : [])))
  assert.deepEqual(
    namesWithOneMeaning.filter((name) => !bare.has(name)),
    [],
  )
})
