import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { StorageError } from '@parley/core/storage'
import { forEachDriver } from './drivers.js'

forEachDriver(({ storageOf }) => {
  test('the error for a database that cannot be opened names the directory or file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-opening-'))
    try {
      const file = join(folder, 'file')
      writeFileSync(file, '')
      mkdirSync(join(folder, 'sub'))
      for (const [path, problem] of [
        ['missing/parley.db', `the directory ${join(folder, 'missing')} does not exist, so create it first`],
        [
          'a/b/c/parley.db',
          `the directory ${join(folder, 'a', 'b', 'c')} does not exist, so create it first`,
        ],
        ['file/parley.db', `${file} is not a directory`],
        ['sub', 'it is a directory, so name a file in it'],
      ] as const) {
        const filename = join(folder, path)
        const refused = storageOf({ filename }).open()
        await assert.rejects(refused, (error) => {
          assert.ok(error instanceof StorageError)
          assert.equal(error.message, `the SQLite database ${filename} cannot be opened: ${problem}`)
          return true
        })
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
