import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '@readme/openapi-parser'
import { documentsIn } from './documents.js'

for (const path of documentsIn('openapi')) {
  test(`${path} is valid OpenAPI`, async () => {
    const result = await validate(path)
    assert.deepEqual(result, { valid: true, warnings: [], specification: 'OpenAPI' })
  })
}
