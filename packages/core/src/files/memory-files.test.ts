import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryFiles } from './memory-files.js'

const keyOf = (digit: string) => digit.repeat(64)

async function* bytes(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += 10) yield new Uint8Array(Math.min(10, count - at))
}

test('memoryFiles refuses a file that would exceed maxBytes, and keeps the others', async () => {
  const files = memoryFiles({ maxBytes: 100 })
  await files.put(keyOf('a'), bytes(60))
  await assert.rejects(files.put(keyOf('b'), bytes(41)), /reached maxBytes/)
  assert.equal(await files.size(keyOf('b')), undefined)
  await files.put(keyOf('c'), bytes(40))
  await assert.rejects(files.put(keyOf('d'), bytes(1)), /reached maxBytes/)
})

test('removed and failed files no longer count towards maxBytes', async () => {
  const files = memoryFiles({ maxBytes: 100 })
  await files.put(keyOf('a'), bytes(100))
  await files.remove(keyOf('a'))
  await files.remove(keyOf('a'))
  await assert.rejects(files.put(keyOf('b'), bytes(101)), /reached maxBytes/)
  await files.put(keyOf('c'), bytes(100))
  assert.equal(await files.size(keyOf('c')), 100)
})

test('files that are still being received count towards maxBytes', async () => {
  const files = memoryFiles({ maxBytes: 100 })
  const results = await Promise.allSettled([
    files.put(keyOf('a'), bytes(90)),
    files.put(keyOf('b'), bytes(90)),
  ])
  assert.ok(results.some(({ status }) => status === 'rejected'))
  for (const key of ['a', 'b']) await files.remove(keyOf(key))
  await files.put(keyOf('c'), bytes(100))
})
