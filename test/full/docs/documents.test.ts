import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Parser } from '@asyncapi/parser'
import { documentsIn } from '../../docs/documents.js'

for (const path of documentsIn('asyncapi')) {
  test(`${path} is valid AsyncAPI`, async () => {
    const { document, diagnostics } = await new Parser().parse(readFileSync(path, 'utf8'))
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === 0),
      [],
    )
    assert.ok(document)
  })
}
