import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../../packages/', import.meta.url))

/** Returns the sources of all packages, without tests. */
function sources(): readonly string[] {
  return readdirSync(packages).flatMap((name) =>
    readdirSync(join(packages, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => `${name}/src/${file.replaceAll('\\', '/')}`),
  )
}

test('validation errors are made by errors.ts alone, which demands their data', () => {
  const making = /(ParleyError|super)\(\s*'validation'/
  const makers = sources().filter((file) => making.test(readFileSync(join(packages, file), 'utf8')))
  assert.deepEqual(makers, ['core/src/errors.ts'])
})
