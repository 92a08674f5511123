import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testFiles } from '@parley/conformance'
import { memoryFiles } from '@parley/core'
import type { Files } from '@parley/core/ports'
import { brokenFiles } from './broken-files.js'
import { Recorder } from './recorder.js'

function casesOf(broken: (sound: Files) => Partial<Files>): Recorder {
  const recorder = new Recorder()
  testFiles({
    test: recorder.test,
    async factory() {
      const sound = memoryFiles()
      const files: Files = {
        put: (key, chunks) => sound.put(key, chunks),
        read: (key, range) => sound.read(key, range),
        size: (key) => sound.size(key),
        remove: (key) => sound.remove(key),
        ...broken(sound),
      }
      return { files, another: () => files, leftovers: async () => [], cleanup: async () => {} }
    },
    supports: { persistence: false, addresses: false },
  })
  return recorder
}

test('a sound place for files passes every case', async () => {
  assert.deepEqual(await casesOf(() => ({})).failing(), [])
})

for (const { fault, caughtBy, broken } of brokenFiles) {
  test(`a place for files that ${fault} is caught by its case`, async () => {
    assert.deepEqual(await casesOf(broken).failing(caughtBy), [caughtBy])
  })
}
