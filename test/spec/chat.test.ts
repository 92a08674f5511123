import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { coverage } from './verifies.js'

// One process for all proofs, so that what they prove together can be seen at its end.
const folder = new URL('proofs/', import.meta.url)
for (const file of readdirSync(folder).sort()) await import(new URL(file, folder).href)

test('each requirement is proven by tests that ran', () => {
  assert.deepEqual(coverage.gaps(), [])
})
