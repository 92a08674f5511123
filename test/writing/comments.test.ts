import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readTexts } from '../architecture/workspace.js'
import { commentViolations } from './check-comments.js'
import { commentsOf } from './comments.js'

test('every comment is plain English', () => {
  const sources = readTexts(fileURLToPath(new URL('../..', import.meta.url))).filter(
    ({ path }) => /\.(?:js|ts)$/.test(path) && path !== 'test/writing/comments.test.ts',
  )
  assert.ok(sources.some(({ path }) => path.startsWith('packages/core/src/')))
  const violations = sources.flatMap(({ path, text }) =>
    commentViolations(text).map((one) => `${path}:${one}`),
  )
  assert.deepEqual(violations, [])
})

const planted: ReadonlyArray<readonly [source: string, violation: string]> = [
  ['/** Of which chats it is known. */', '1: begins with "Of": give the sentence a subject'],
  ['\n// For a listener that is slow.', '2: begins with "For": give the sentence a subject'],
  ['/**\n * Whose tokens end.\n */', '1: begins with "Whose": give the sentence a subject'],
  ['/** Valid no\n * more. */', '1: says "no more": write no longer'],
  ['// Sent. Who listens\n// hears it.', '1: says ". Who listens": write the caller, the agent, the node'],
]

for (const [source, violation] of planted) {
  test(`catches ${JSON.stringify(source)}`, () => {
    assert.deepEqual(commentViolations(source), [violation])
  })
}

const harmless: readonly string[] = [
  '/** Maximum size of one file, in bytes. */',
  '// For example: 5.',
  "const text = '/** Of what. */'",
  'const comment = /\\/\\*Of/g',
  'const all = `// Who knows`',
]

for (const source of harmless) {
  test(`accepts ${JSON.stringify(source)}`, () => {
    assert.deepEqual(commentViolations(source), [])
  })
}

test('reads the lines of one comment as one sentence', () => {
  const source = "const a = 'b' // One\n  // two.\n\n/*\n * Three\n * four.\n */"
  assert.deepEqual(commentsOf(source), [
    { line: 1, text: 'One two.' },
    { line: 4, text: 'Three four.' },
  ])
})
