import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Batch } from './batch.js'

const [a, b, c] = ['a', 'bb', 'ccc'].map((text) => Buffer.from(text))

test('the frames of a batch are joined in order', () => {
  assert.ok(a && b && c)
  const batch = Batch.empty().with(a).with(b).with(c)
  assert.equal(batch.byteLength, 6)
  assert.equal(Buffer.from(batch.bytes).toString(), 'abbccc')
})

test('an empty batch has no bytes, and one frame is its own bytes', () => {
  assert.ok(a)
  assert.equal(Batch.empty().bytes.length, 0)
  assert.equal(Batch.empty().with(a).bytes, a)
})

test('the same frames in the same order share one batch, joined once', () => {
  assert.ok(a && b)
  const empty = Batch.empty()
  const [first, second] = [empty.with(a).with(b), empty.with(a).with(b)]
  assert.equal(first, second)
  assert.equal(first.bytes, second.bytes)
})

test('other frames, or another order, make another batch', () => {
  assert.ok(a && b && c)
  const empty = Batch.empty()
  const batches = [empty.with(a).with(b), empty.with(a).with(c), empty.with(b).with(a), empty.with(a)]
  const texts = batches.map(({ bytes }) => Buffer.from(bytes).toString())
  assert.deepEqual(texts, ['abb', 'accc', 'bba', 'a'])
})

test('a batch does not change when others grow from it', () => {
  assert.ok(a && b && c)
  const batch = Batch.empty().with(a)
  batch.with(b)
  batch.with(c)
  assert.equal(Buffer.from(batch.bytes).toString(), 'a')
})
