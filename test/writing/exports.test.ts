import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readPublished } from '../architecture/published.js'
import { exportViolations } from './check-exports.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('every exported name has a doc comment', () => {
  const entries = readPublished(root).flatMap(({ folder, manifest }) =>
    Object.values(manifest.exports ?? {}).map((target) => join(folder, target['parley-source'] ?? '')),
  )
  assert.ok(entries.includes('packages/core/src/index.ts'))
  const read = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
  assert.deepEqual(
    entries.flatMap((entry) => exportViolations(entry, read)),
    [],
  )
})

const files: Readonly<Record<string, string>> = {
  'src/index.ts': "export { type A, b } from './a.js'\nexport type { C } from './c.js'\n",
  'src/a.ts': '/** An A. */\nexport interface A {}\n\nexport function b(): void {}\n',
  'src/c.ts': '/** A C. */\nexport type C = 1\n',
  'src/own.ts': '/** One. */\nexport const one = 1\nexport const two = 2\n',
}

test('catches a re-exported name without a doc comment', () => {
  assert.deepEqual(
    exportViolations('src/index.ts', (path) => files[path]),
    ['src/a.ts exports b without a doc comment'],
  )
})

test('catches a name that the entry declares itself', () => {
  assert.deepEqual(
    exportViolations('src/own.ts', (path) => files[path]),
    ['src/own.ts exports two without a doc comment'],
  )
})
