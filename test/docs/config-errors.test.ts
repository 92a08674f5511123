import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { configErrorTable } from '../../packages/core/src/config-error.js'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const codes = Object.keys(configErrorTable).toSorted()

test('docs/errors.md explains every code of ParleyConfigError, and no other', () => {
  const [, section = ''] = read('docs/errors.md').split('## Config errors')
  const documented = [...section.matchAll(/^\| `(\w+)` \| .+ \| .+ \|$/gm)].map(([, code = '']) => code)
  assert.deepEqual(documented.toSorted(), codes)
})

function sources(): readonly string[] {
  const packages = readdirSync(new URL('packages/', root))
  return packages.flatMap((name) => {
    const folder = `packages/${name}/src/`
    const files = readdirSync(new URL(folder, root), { recursive: true }).map(String)
    return files.filter((file) => /(?<!\.test)\.ts$/.test(file)).map((file) => folder + file)
  })
}

/** Matches the code that creates a config error. The error code is the first argument of the constructor. */
const creations = /(?:new ParleyConfigError|new SetUpError|super)\(\s*'(?<code>[a-z0-9]+(?:_[a-z0-9]+)+)'/g

test('the packages use every code of ParleyConfigError', () => {
  const used = sources().flatMap((file) =>
    [...read(file).matchAll(creations)].map(({ groups }) => groups?.code ?? ''),
  )
  assert.deepEqual(
    codes.filter((code) => !used.includes(code)),
    [],
  )
})
