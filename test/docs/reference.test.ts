import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contractLimits } from '../../packages/core/src/contract/limits.js'
import { errorTable, oauthErrorTable } from '../../packages/core/src/errors.js'
import { numericOptions } from '../../packages/core/src/options.js'
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

test('every numeric option and every limit is in the reference', () => {
  const names = namesIn('docs/options.md')
  const options = Object.values(numericOptions).flatMap((group) => Object.keys(group))
  for (const name of [...options, ...Object.keys(contractLimits)]) assert.ok(names.includes(name), name)
})

test('the options that are no numbers are in the reference, with their meaning', () => {
  const page = read('docs/options.md')
  assert.match(page, /^\| `storage` \| Required\. \|$/m)
  assert.match(page, /^\| `baseUrl` \| Public address .+ \|$/m)
  assert.doesNotMatch(page, /^\| `\w+` \| {2}\|$/m)
})

test('every error is in the reference, and no other', () => {
  const types = [...Object.keys(errorTable), ...Object.keys(oauthErrorTable)]
  assert.deepEqual(namesIn('docs/errors.md'), types)
})
