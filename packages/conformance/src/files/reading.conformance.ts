import assert from 'node:assert/strict'
import { createBytes, inChunks, readAll, toFileKey } from './samples.js'
import type { FilesCases } from './suite.js'

const key = toFileKey('one')
const length = 200_000
const bytes = createBytes(length)

export function readingCases(cases: FilesCases): void {
  cases.add('reads any range exactly', async ({ files }) => {
    await files.put(key, inChunks(bytes))
    const ranges = [
      [0, 1],
      [0, length],
      [length - 1, length],
      [65_535, 65_537],
      [1_000, 1_000],
      [123, 150_000],
    ] as const
    for (const [start, end] of ranges) {
      const part = await readAll(files, key, { start, end })
      assert.ok(Buffer.from(bytes.subarray(start, end)).equals(part), `${start} to ${end}`)
    }
  })

  cases.add('returns chunks of at most 64 KiB', async ({ files }) => {
    await files.put(key, inChunks(bytes, length))
    for await (const chunk of files.read(key, { start: 0, end: length })) assert.ok(chunk.length <= 65_536)
  })

  cases.add('many readers of one file each get their own range', async ({ files }) => {
    await files.put(key, inChunks(bytes))
    const starts = Array.from({ length: 20 }, (_, index) => index * 1_000)
    const parts = await Promise.all(
      starts.map((start) => readAll(files, key, { start, end: start + 70_000 })),
    )
    for (const [index, start] of starts.entries()) {
      const part = parts[index] ?? new Uint8Array()
      assert.ok(Buffer.from(bytes.subarray(start, start + 70_000)).equals(part))
    }
  })

  cases.add('a reader that stops early or never starts blocks no other', async ({ files }) => {
    await files.put(key, inChunks(bytes))
    for (let n = 0; n < 50; n += 1) {
      files.read(key, { start: 0, end: length })
      for await (const chunk of files.read(key, { start: 0, end: length })) {
        assert.ok(chunk.length > 0)
        break
      }
      const iterator = files.read(key, { start: 0, end: length })[Symbol.asyncIterator]()
      await iterator.return?.()
    }
    await files.remove(key)
    assert.equal(await files.size(key), undefined)
  })

  cases.add('fails for an unknown file', async ({ files }) => {
    assert.equal(await files.size(key), undefined)
    await assert.rejects(readAll(files, key, { start: 0, end: 1 }))
  })

  cases.add('fails for a range beyond the end of the file', async ({ files }) => {
    await files.put(key, inChunks(createBytes(10)))
    await assert.rejects(readAll(files, key, { start: 0, end: 11 }))
  })
}
