import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const MAX_BYTES = 3 * 1024

test('the minified module is small and has no imports', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  })
  const size = outputFiles.reduce((sum, file) => sum + file.contents.byteLength, 0)
  assert.ok(size <= MAX_BYTES, `${size} bytes are more than ${MAX_BYTES}`)
  const foreign = Object.keys(metafile.inputs).filter((path) => !path.includes('packages/client/src/'))
  assert.deepEqual(foreign, [])
})
