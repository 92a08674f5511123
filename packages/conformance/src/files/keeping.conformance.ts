import assert from 'node:assert/strict'
import { createBytes, FailingSource, inChunks, readAll, toFileKey } from './samples.js'
import type { FilesCases } from './suite.js'

const key = toFileKey('one')

export function keepingCases(cases: FilesCases): void {
  for (const length of [0, 1, 65_536, 65_537, 1_000_003, 10_485_760]) {
    cases.add(`returns a file of ${length} bytes unchanged`, async ({ files }) => {
      const bytes = createBytes(length)
      await files.put(key, inChunks(bytes))
      assert.equal(await files.size(key), length)
      assert.ok(Buffer.from(bytes).equals(await readAll(files, key, { start: 0, end: length })))
    })
  }

  cases.add('check and ping succeed and change nothing', async ({ files, leftovers }) => {
    await files.check?.()
    await files.ping?.()
    assert.deepEqual(await leftovers(), [])
    await files.put(key, inChunks(createBytes(1)))
    await files.check?.()
    await files.ping?.()
    assert.equal(await files.size(key), 1)
  })

  cases.add('accepts chunks of any size, including empty ones', async ({ files }) => {
    const chunks = [0, 1, 0, 300_000, 7, 0].map((length, index) => createBytes(length, index + 1))
    await files.put(
      key,
      (async function* () {
        yield* chunks
      })(),
    )
    const whole = Buffer.concat(chunks)
    assert.ok(whole.equals(await readAll(files, key, { start: 0, end: whole.length })))
  })

  cases.add('a file cannot be read before all of it is stored', async ({ files }) => {
    const sizes: (number | undefined)[] = []
    await files.put(
      key,
      (async function* () {
        for await (const chunk of inChunks(createBytes(300_000))) {
          yield chunk
          sizes.push(await files.size(key))
        }
      })(),
    )
    assert.deepEqual(new Set(sizes), new Set([undefined]))
    assert.equal(await files.size(key), 300_000)
  })

  cases.add('a source that fails at any point leaves nothing behind', async ({ files, leftovers }) => {
    for (const length of [0, 1, 65_536, 500_000]) {
      await assert.rejects(files.put(key, new FailingSource(length)), /the source of a case failed/)
      assert.equal(await files.size(key), undefined)
    }
    assert.deepEqual(await leftovers(), [])
  })

  cases.add('stores many files at the same time, each unchanged', async ({ files }) => {
    const names = Array.from({ length: 20 }, (_, index) => `file-${index}`)
    await Promise.all(
      names.map((name, index) =>
        files.put(toFileKey(name), inChunks(createBytes(200_000 + index, index + 1))),
      ),
    )
    for (const [index, name] of names.entries()) {
      const length = 200_000 + index
      const bytes = await readAll(files, toFileKey(name), { start: 0, end: length })
      assert.ok(Buffer.from(createBytes(length, index + 1)).equals(bytes), name)
    }
  })

  cases.add('reads a chunk only after those before it were stored', async ({ files }) => {
    let asked = 0
    let mostAhead = 0
    let underWay = 0
    const chunk = createBytes(65_536)
    await files.put(key, {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          underWay += 1
          mostAhead = Math.max(mostAhead, underWay)
          await new Promise((resolve) => setImmediate(resolve))
          underWay -= 1
          asked += 1
          return asked > 100 ? { done: true, value: undefined } : { done: false, value: chunk }
        },
      }),
    })
    assert.equal(mostAhead, 1)
    assert.equal(await files.size(key), 6_553_600)
  })

  cases.addIf('persistence', 'a stored file survives a restart', async ({ files, another }) => {
    const bytes = createBytes(100_000)
    await files.put(key, inChunks(bytes))
    const restarted = another()
    assert.equal(await restarted.size(key), bytes.length)
    assert.ok(Buffer.from(bytes).equals(await readAll(restarted, key, { start: 0, end: bytes.length })))
  })
}
