import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { coverage } from './verifies.js'

/** So many files share the proofs, each in a process of its own: `chat-1.test.ts` and so on. */
export const shareCount = 3

/** Of all proofs, always in the same order. */
export function proofFiles(): readonly string[] {
  const folder = new URL('proofs/', import.meta.url)
  return readdirSync(folder)
    .sort()
    .map((file) => new URL(file, folder).href)
}

/** Runs every third of the proofs, from the first, second or third on; fails for a test that did not run to a good end. */
export async function proveShare(share: number): Promise<void> {
  const own = proofFiles().filter((_, index) => index % shareCount === share - 1)
  for (const file of own) await import(file)

  test('each test that names a requirement has run', () => {
    assert.deepEqual(coverage.failures(), [])
  })
}
