import assert from 'node:assert/strict'
import { createBytes, inChunks, readAll, toFileKey } from './samples.js'
import type { FilesCases } from './suite.js'

const key = toFileKey('one')
const foreignKeys = [
  '',
  '.',
  '..',
  '../secret',
  '/etc/passwd',
  `../${key}`,
  `${key}/..`,
  `${key.slice(1)}/`,
  key.toUpperCase(),
  `${key}0`,
  key.slice(1),
  `${key.slice(1)}\0`,
  `${key.slice(1)}\n`,
]

export function removingCases(cases: FilesCases): void {
  cases.add('removes one file and no other', async ({ files, leftovers }) => {
    const other = toFileKey('other')
    for (const one of [key, other]) await files.put(one, inChunks(createBytes(1_000)))
    await files.remove(key)
    assert.equal(await files.size(key), undefined)
    await assert.rejects(readAll(files, key, { start: 0, end: 1 }))
    assert.equal(await files.size(other), 1_000)
    await files.remove(other)
    assert.deepEqual(await leftovers(), [])
  })

  cases.add('removing an unknown file changes nothing', async ({ files }) => {
    await files.remove(key)
    await files.put(key, inChunks(createBytes(1)))
    await files.remove(toFileKey('unknown'))
    await files.remove(key)
    await files.remove(key)
    assert.equal(await files.size(key), undefined)
  })

  cases.add('an invalid key is a TypeError and reaches no file', async ({ files, leftovers }) => {
    for (const foreign of foreignKeys) {
      const put = files.put(foreign, inChunks(createBytes(1)))
      await assert.rejects(put, TypeError, `put ${JSON.stringify(foreign)}`)
      await assert.rejects(files.size(foreign), TypeError, `size ${JSON.stringify(foreign)}`)
      await assert.rejects(files.remove(foreign), TypeError, `remove ${JSON.stringify(foreign)}`)
      await assert.rejects(readAll(files, foreign, { start: 0, end: 1 }), TypeError)
    }
    assert.deepEqual(await leftovers(), [])
  })
}
