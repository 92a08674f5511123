import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorTable, oauthErrorTable } from '../../packages/core/src/errors.js'
import { codeOptionNames } from '../../packages/core/src/options/check-code-options.js'
import { dataOptions } from '../../packages/core/src/options/options.js'
import { referencePages } from '../../scripts/reference-docs.js'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

for (const [path, render] of Object.entries(referencePages)) {
  test(`${path} says what the source says (npm run docs writes it)`, () => {
    assert.equal(read(path), render())
  })
}

/** What the first column of the tables of a page names. */
function namesIn(path: string): readonly string[] {
  return [...read(path).matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name)
}

test('every option is in the reference, and no other', () => {
  const options = Object.entries(dataOptions.properties)
  const ungrouped = options.flatMap(([name, option]) => ('properties' in option ? [] : [name]))
  const grouped = options.flatMap(([, option]) =>
    'properties' in option ? Object.keys(option.properties) : [],
  )
  assert.deepEqual(namesIn('docs/options.md'), [...codeOptionNames, ...ungrouped, ...grouped])
})

test('every option is in the reference with its meaning', () => {
  const page = read('docs/options.md')
  assert.match(page, /^\| `storage` \| Required\. .+ \|$/m)
  assert.match(page, /^\| `baseUrl` \| `\/` \| Public address .+ \|$/m)
  assert.match(page, /^\| `identityMs` \| 1,000 \| 0 to 60,000 \| .*0: none is cached\. \|$/m)
  assert.doesNotMatch(page, /^\|.*\| {2}\|/m)
})

test('every error is in the reference, and no other', () => {
  const types = [...Object.keys(errorTable), ...Object.keys(oauthErrorTable)]
  assert.deepEqual(namesIn('docs/errors.md'), types)
})
