import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { configErrorTable } from '../../packages/core/src/config-error.js'
import { closeCodes, disconnectReasons } from '../../packages/core/src/contract/close-codes.js'
import { errorTable, oauthErrorTable } from '../../packages/core/src/errors.js'
import { codeOptionNames } from '../../packages/core/src/options/checks.js'
import { dataOptions } from '../../packages/core/src/options/options.js'
import { validationRules } from '../../packages/core/src/validation-rules.js'
import { defaultAndMeaning, optionComments } from '../../scripts/options-page.js'
import { play } from '../../scripts/reference/scenes/play.js'
import { generatedFolders, referenceFiles } from '../../scripts/reference-docs.js'

const recording = await play('http')
const written = referenceFiles(recording)
const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

test('the generated reference is up to date, and its examples match the responses of an engine', () => {
  for (const [path, content] of written) {
    assert.ok(existsSync(new URL(path, root)), `${path} is missing: npm run docs writes it`)
    assert.equal(read(path), content, `${path} is out of date: npm run docs writes it`)
  }
})

test('the reference directory contains only generated files', () => {
  for (const folder of generatedFolders) {
    const files = readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile())) {
      const path = relative(fileURLToPath(root), join(file.parentPath, file.name))
      assert.ok(written.has(path.replaceAll('\\', '/')), `${path} is obsolete: npm run docs removes it`)
    }
  }
})

test('every link of the reference points to a file', () => {
  for (const [path, content] of written) {
    if (!path.endsWith('.md')) continue
    const address = new URL(path, root)
    for (const [, target = ''] of content.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.ok(existsSync(new URL(target, address)), `${path} links to ${target}`)
    }
  }
})

for (const way of ['real-time', 'in-process'] as const) {
  test(`the examples of the reference are the same for ${way} calls`, async () => {
    assert.deepEqual(await play(way), recording)
  })
}

/** Returns the names in the first column of the tables of a page. */
function namesIn(path: string): readonly string[] {
  return [...read(path).matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name)
}

test('the reference lists every option, and no other', () => {
  const options = Object.entries(dataOptions.properties)
  const ungrouped = options.flatMap(([name, option]) => ('properties' in option ? [] : [name]))
  const grouped = options.flatMap(([, option]) =>
    'properties' in option ? Object.keys(option.properties) : [],
  )
  assert.deepEqual(namesIn('docs/options-reference.md'), [...codeOptionNames, ...ungrouped, ...grouped])
})

test('the reference explains every option', () => {
  const page = read('docs/options-reference.md')
  assert.match(page, /^\| `storage` \| Storage .+ Required\. \|$/m)
  assert.match(page, /^\| `baseUrl` \| `\/` \| Public address .+ \|$/m)
  assert.match(page, /^\| `identityMs` \| 1,000 \(1 s\) \| 0 to 60,000 \| .*0: no caching\. \|$/m)
  assert.doesNotMatch(page, /^\|.*\| {2}\|/m)
})

test('the comment of every option names its default', () => {
  for (const [path, { comment, value }] of optionComments()) {
    const [named] = defaultAndMeaning(comment)
    const text =
      typeof value === 'number' ? value.toLocaleString('en-US').replace('∞', 'Infinity') : String(value)
    const expected = value === undefined ? '`defaultRoutingPolicy`' : text === '' ? 'none' : text
    assert.equal(named.replace(/ \(.*\)$/, '').replaceAll('`', ''), expected.replaceAll('`', ''), path)
  }
})

test('docs/options.md is a short page of options that exist', () => {
  const known = [...codeOptionNames, ...optionComments().keys()]
  const named = namesIn('docs/options.md')
  assert.equal(named.length, 10)
  assert.deepEqual(
    named.filter((name) => !known.includes(name)),
    [],
  )
})

test('the reference lists every error, and no other', () => {
  const tables = [
    errorTable,
    validationRules,
    oauthErrorTable,
    closeCodes,
    disconnectReasons,
    configErrorTable,
  ]
  assert.deepEqual(
    namesIn('docs/errors.md'),
    tables.flatMap((table) => Object.keys(table)),
  )
})

/** Returns the cells of the table rows whose first cell is code. */
function rowsOf(path: string): readonly (readonly string[])[] {
  const rows = read(path)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  return rows.map((row) => row.slice(2, -2).split(' | '))
}

test('the reference explains every validation rule', () => {
  // A row of a rule has two cells. `not_found` is also an error type, whose row has four.
  const isRule = ([name = '', ...cells]: readonly string[]) =>
    name.slice(1, -1) in validationRules && cells.length === 1
  const rows = rowsOf('docs/errors.md').filter(isRule)
  assert.deepEqual(
    rows.map(([name = '', meaning]) => [name.slice(1, -1), meaning]),
    Object.entries(validationRules),
  )
})

test('the reference explains every close code and reason, and what a client does next', () => {
  const documented = new Map(
    rowsOf('docs/errors.md').map(([name = '', ...cells]) => [name.slice(1, -1), cells]),
  )
  for (const [code, { meaning, reconnect, backoff }] of Object.entries(closeCodes)) {
    const shown = reconnect === 'by_reason' ? 'depends on the reason' : `\`${reconnect}\``
    assert.deepEqual(documented.get(code), [meaning, shown, backoff ? 'yes' : 'no'], code)
  }
  for (const [reason, { reconnect, backoff }] of Object.entries(disconnectReasons)) {
    // Names such as `customer_banned` are also error types. The last row with the name is that of the reason.
    assert.deepEqual(documented.get(reason), [`\`${reconnect}\``, backoff ? 'yes' : 'no'], reason)
  }
})
