import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { citationViolations, decisionsPage, numberingViolations, numbersOf } from './check-decisions.js'
import { readTexts } from './workspace.js'

/** It cites what does not exist, on purpose. */
const thisFile = 'test/architecture/decisions.test.ts'

const texts = readTexts(fileURLToPath(new URL('../..', import.meta.url)))
const numbers = numbersOf(texts.find(({ path }) => path === decisionsPage)?.text ?? '')

test('every decision that is cited exists', () => {
  assert.ok(texts.some(({ path }) => path.startsWith('packages/core/src/')))
  const existing = new Set(numbers)
  const violations = texts
    .filter(({ path }) => path !== thisFile)
    .flatMap((file) => citationViolations(file, existing).map((violation) => `${file.path} ${violation}`))
  assert.deepEqual(violations, [])
})

test('no decision is there twice, and none is left out', () => {
  assert.notEqual(numbers.length, 0)
  assert.deepEqual(numberingViolations(numbers), [])
})

const someNumbers = new Set(['1', '1.6', '5', '5.2', '16', '16.1'])

const planted: ReadonlyArray<readonly [text: string, violation: string]> = [
  ['/** Bounded (decisions §16.2). */', 'cites decisions §16.2, which does not exist'],
  ['/** Who sees what (decisions §7). */', 'cites decisions §7, which does not exist'],
  ['/** Covered (decisions §5.2, §5.9). */', 'cites decisions §5.9, which does not exist'],
  ['/**\n * Covered (decisions §5.2,\n * §5.9).\n */', 'cites decisions §5.9, which does not exist'],
  ['/** Decisions §1.6 and §13, as data. */', 'cites decisions §13, which does not exist'],
  ['/** New (decisions §5.2), or full (§16.9). */', 'cites decisions §16.9, which does not exist'],
  ['/** The form (RFC 6749 §5.2, decisions §6). */', 'cites decisions §6, which does not exist'],
  ['/** See decision 16.9. */', 'cites decisions §16.9, which does not exist'],
  ['/** Bounded (§16.1). */', 'cites §16.1 of no document'],
  ['/** Decisions §5. */\n/** Bounded (§16.1). */', 'cites §16.1 of no document'],
]

for (const [text, violation] of planted) {
  test(`catches ${JSON.stringify(text)}`, () => {
    assert.deepEqual(citationViolations({ path: 'a.ts', text }, someNumbers), [violation])
  })
}

test('catches what the page itself cites, without its name', () => {
  const text = '- **5.2** As in §1.6 (RFC 6749 §8).\n- **5.3** As in §16.9.'
  const violations = ['cites decisions §16.9, which does not exist']
  assert.deepEqual(citationViolations({ path: decisionsPage, text }, someNumbers), violations)
})

const harmless: readonly string[] = [
  '/** Decisions §5.2. */',
  '/** The table (spec chat.md "Errors", decisions §1): type → status. */',
  '/** The codes (RFC 6749 §4.1.2.1, §5.9; RFC 6750 §3.1). */',
  '/**\n * The codes (RFC\n * 6749 §5.9).\n */',
  'const decisions = 5.9',
]

for (const text of harmless) {
  test(`accepts ${JSON.stringify(text)}`, () => {
    assert.deepEqual(citationViolations({ path: 'a.ts', text }, someNumbers), [])
  })
}

test('reads the numbers of sections and items', () => {
  const page = '## 1. Names\n\n- **1.1** One,\n  or two.\n- **1.2** Three.\n\n## 2. Errors\n\n- Four.\n'
  assert.deepEqual(numbersOf(page), ['1', '1.1', '1.2', '2'])
})

const misnumbered: ReadonlyArray<readonly [numbers: readonly string[], violation: string]> = [
  [['1', '1.1', '1.1'], 'has 1.1 after 1.1'],
  [['1', '1.2'], 'has 1.2 after 1'],
  [['1', '3'], 'has 3 after 1'],
  [['1', '1.1', '2', '1.2'], 'has 1.2 after 2'],
]

for (const [found, violation] of misnumbered) {
  test(`catches ${found.at(-1)} after ${found.slice(0, -1).join(', ')}`, () => {
    assert.deepEqual(numberingViolations(found), [violation])
  })
}
