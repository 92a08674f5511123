import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const stores = 'packages/core/src/ports/stores'

/** Names that the stores declare. */
const storeNames = readdirSync(new URL(`../../${stores}`, import.meta.url))
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [...read(`${stores}/${name}`).matchAll(/^export (?:interface|type) (\w+)/gm)])
  .map(([, name = '']) => name)

for (const report of ['core', 'core-admin']) {
  test(`the public types of ${report} mention no store`, () => {
    assert.ok(storeNames.includes('AgentReads'))
    const words = new Set(read(`docs/api/${report}.api.md`).match(/\w+/g))
    assert.deepEqual(
      storeNames.filter((name) => words.has(name)),
      [],
    )
  })
}

test('the root of core exports at most 60 names', () => {
  const exported = read('docs/api/core.api.md').match(/^export /gm) ?? []
  assert.ok(exported.length > 20 && exported.length <= 60, `it exports ${exported.length}`)
})
