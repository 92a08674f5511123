import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { proofNames, shareCount } from './share.js'
import { coverage, noteOnly } from './verifies.js'

noteOnly()
for (const name of proofNames()) await import(`./proofs/${name}.ts`)

test('each requirement is named by a test', () => {
  assert.deepEqual(coverage.gaps(), [])
})

test('each share of the proofs has a file', () => {
  for (let share = 1; share <= shareCount; share += 1) {
    assert.ok(existsSync(new URL(`chat-${share}.test.ts`, import.meta.url)), `chat-${share}.test.ts`)
  }
})
