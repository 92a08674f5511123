import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Parser } from '@asyncapi/parser'
import { validate } from '@readme/openapi-parser'

const docs = new URL('../../docs/', import.meta.url)
const documentsIn = (folder: string) =>
  readdirSync(new URL(folder, docs)).map((name) => fileURLToPath(new URL(`${folder}${name}`, docs)))

for (const path of documentsIn('openapi/')) {
  test(`${path} is valid OpenAPI`, async () => {
    const result = await validate(path)
    assert.deepEqual(result, { valid: true, warnings: [], specification: 'OpenAPI' })
  })
}

for (const path of documentsIn('asyncapi/')) {
  test(`${path} is valid AsyncAPI`, async () => {
    const { document, diagnostics } = await new Parser().parse(readFileSync(path, 'utf8'))
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === 0),
      [],
    )
    assert.ok(document)
  })
}
