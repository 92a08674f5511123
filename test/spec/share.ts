import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { coverage } from './verifies.js'

/** Number of test files that share the proofs, each in a process of its own: `chat-1.test.ts` and so on. */
export const shareCount = 3

/** Returns the names of all modules with proofs, always in the same order. */
export function proofNames(): readonly string[] {
  const folder = new URL('proofs/', import.meta.url)
  return readdirSync(folder)
    .map((file) => file.replace(/\.ts$/, ''))
    .sort()
}

/** Runs every third module, starting with the first, second or third. Fails when a test did not succeed. */
export async function proveShare(share: number): Promise<void> {
  const own = proofNames().filter((_, index) => index % shareCount === share - 1)
  for (const name of own) await import(`./proofs/${name}.ts`)

  test('each test that names a requirement has run', () => {
    assert.deepEqual(coverage.failures(), [])
  })
}
