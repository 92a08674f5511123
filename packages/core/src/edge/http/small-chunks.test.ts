import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChunksError } from './small-chunks.js'

test('allows a body a thousand chunks of any size, and more when they have at least 64 bytes on average', () => {
  assert.equal(findChunksError(1_000, 0), undefined)
  assert.equal(findChunksError(1_001, 1_001 * 64), undefined)
  const refusal = findChunksError(1_001, 1_001 * 64 - 1)
  assert.equal(refusal?.type, 'validation')
  assert.match(refusal?.message ?? '', /too many small chunks/)
})
