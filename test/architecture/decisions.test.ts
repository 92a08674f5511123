import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  anchorViolations,
  citationViolations,
  decisionsFolder,
  indexViolations,
  isDecisionsPage,
  linkViolations,
  numberingViolations,
  numbersOf,
} from './check-decisions.js'
import { readTexts } from './workspace.js'

/** Files that intentionally cite numbers that do not exist. */
const ignored = ['test/architecture/decisions.test.ts', 'test/architecture/check-decisions.ts']

const texts = readTexts(fileURLToPath(new URL('../..', import.meta.url)))
const pages = texts.filter(isDecisionsPage)
const numbers = numbersOf(pages)

test('every decision that is cited exists', () => {
  assert.ok(texts.some(({ path }) => path.startsWith('packages/core/src/')))
  const existing = new Set(numbers)
  const violations = texts
    .filter(({ path }) => !ignored.includes(path))
    .flatMap((file) => citationViolations(file, existing).map((violation) => `${file.path} ${violation}`))
  assert.deepEqual(violations, [])
})

test('every decision has exactly one anchor, and no number is left out', () => {
  assert.notEqual(numbers.length, 0)
  assert.deepEqual(numberingViolations(numbers), [])
  assert.deepEqual(pages.flatMap(anchorViolations), [])
})

test('every link between the pages of decisions leads to the number that it shows', () => {
  assert.deepEqual(linkViolations(pages), [])
})

test('the table of decisions lists each number once', () => {
  assert.deepEqual(indexViolations(pages), [])
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
  ['See [decisions](docs/decisions.md).', 'names decisions.md, which is a folder now'],
]

for (const [text, violation] of planted) {
  test(`catches ${JSON.stringify(text)}`, () => {
    assert.deepEqual(citationViolations({ path: 'a.ts', text }, someNumbers), [violation])
  })
}

test('catches a missing number that a page of decisions cites without naming the document', () => {
  const text = '- As in §1.6 (RFC 6749 §8).\n- As in §16.9.'
  const violations = ['cites decisions §16.9, which does not exist']
  assert.deepEqual(citationViolations({ path: `${decisionsFolder}access.md`, text }, someNumbers), violations)
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

const names = {
  path: `${decisionsFolder}names.md`,
  text: '# <a id="1"></a>§1 Names\n\n## <a id="1.2"></a>§1.2 Ids\n\nAs in [§2](errors.md#2) and [§1.2](#1.2).\n',
}
const errors = {
  path: `${decisionsFolder}errors.md`,
  text: '# <a id="2"></a>§2 Errors\n\n## <a id="1.1"></a>§1.1 Time\n',
}

test('reads the numbers of sections and decisions from all pages, sorted', () => {
  assert.deepEqual(numbersOf([names, errors]), ['1', '1.1', '1.2', '2'])
})

test('accepts links to an anchor of the same page and of another', () => {
  assert.deepEqual(linkViolations([names, errors]), [])
})

test('catches a link to a page without the anchor, and one that shows another number', () => {
  const text = 'As in [§2](names.md#2) and [§1](errors.md#2).'
  assert.deepEqual(linkViolations([names, errors, { path: `${decisionsFolder}access.md`, text }]), [
    'docs/decisions/access.md links §2 to names.md#2',
    'docs/decisions/access.md links §1 to errors.md#2',
  ])
})

test('catches an anchor before another number', () => {
  const text = '## <a id="1.1"></a>§1.2 Ids\n'
  assert.deepEqual(anchorViolations({ ...names, text }), [
    'docs/decisions/names.md has the anchor 1.1 before §1.2',
  ])
})

test('catches a number of a decision that the table of contents does not list', () => {
  const text =
    '| [§1](names.md#1) | Names |\n| [§1.1](errors.md#1.1) | Time |\n| [§2](errors.md#2) | Errors |\n'
  const index = { path: `${decisionsFolder}README.md`, text }
  assert.deepEqual(indexViolations([index, names, errors]), ['docs/decisions/README.md has 0 rows of §1.2'])
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
