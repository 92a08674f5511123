import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceReader } from './source-reader.js'

/** Returns a source with chunks of these lengths, and the calls that it received. */
function givenSource(lengths: readonly number[], atEnd?: Error) {
  const calls: string[] = []
  const left = [...lengths]
  const iterator = {
    async next(): Promise<IteratorResult<Uint8Array>> {
      calls.push('next')
      const length = left.shift()
      if (length !== undefined) return { done: false, value: new Uint8Array(length) }
      if (atEnd !== undefined) throw atEnd
      return { done: true, value: undefined }
    },
    async return(): Promise<IteratorResult<Uint8Array>> {
      calls.push('return')
      throw new Error('nobody hears of this')
    },
  }
  return { calls, chunks: { [Symbol.asyncIterator]: () => iterator } }
}

async function readAll(reader: SourceReader): Promise<readonly number[]> {
  const lengths: number[] = []
  for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next())
    lengths.push(chunk.length)
  return lengths
}

test('reads a source to its end without calling return', async () => {
  for (const length of [undefined, 6]) {
    const { chunks, calls } = givenSource([1, 0, 2, 3])
    const reader = new SourceReader({ chunks, ...(length !== undefined && { length }) })
    assert.deepEqual(await readAll(reader), [1, 0, 2, 3])
    reader.cancel()
    assert.deepEqual(new Set(calls), new Set(['next']))
  }
})

test('rejects with the error of a source, without calling return', async () => {
  const { chunks, calls } = givenSource([1], new Error('broken'))
  const reader = new SourceReader({ chunks })
  await assert.rejects(readAll(reader), /broken/)
  reader.cancel()
  assert.deepEqual(calls, ['next', 'next'])
})

test('cancel calls return once', () => {
  const { chunks, calls } = givenSource([1])
  const reader = new SourceReader({ chunks })
  reader.cancel()
  reader.cancel()
  assert.deepEqual(calls, ['return'])
})

test('rejects when a source has another length than announced, before excess data', async () => {
  const announced = (lengths: readonly number[]) => {
    const { chunks, calls } = givenSource(lengths)
    return { reader: new SourceReader({ chunks, length: 4 }), calls }
  }
  const short = announced([1, 2])
  await assert.rejects(readAll(short.reader), /not as long as it was announced/)
  assert.deepEqual(short.calls, ['next', 'next', 'next'])
  const long = announced([3, 2, 1])
  assert.equal((await long.reader.next())?.length, 3)
  await assert.rejects(long.reader.next(), /not as long as it was announced/)
  assert.deepEqual(long.calls, ['next', 'next', 'return'])
})

test('cancels a source without return, and rejects when its next throws', async () => {
  const chunks: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next() {
        throw new Error('broken')
      },
    }),
  }
  new SourceReader({ chunks }).cancel()
  await assert.rejects(new SourceReader({ chunks }).next(), /broken/)
})

test('a source that fails to begin rejects when it is read, and is ignored when it is cancelled', async () => {
  const chunks: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]() {
      throw new Error('broken')
    },
  }
  new SourceReader({ chunks }).cancel()
  await assert.rejects(new SourceReader({ chunks }).next(), /broken/)
})
