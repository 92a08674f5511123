import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultMemoryOptions, type MemoryOptions, memoryBound } from './memory-bound.js'

const mebibyte = 1_048_576

const nothing: MemoryOptions = {
  responseBytes: 0,
  requestBytes: 0,
  bodyBytes: 0,
  stalledBytes: 0,
  anonymousCount: 0,
  anonymousFrameBytes: 0,
  identityCount: 0,
  chatHeadCount: 0,
  passwordCostLog2: 10,
  uploadCount: 0,
  downloadCount: 0,
}

function grownBy(changes: Partial<MemoryOptions>, loggedInCount = 0): number {
  return memoryBound({ ...nothing, ...changes }, loggedInCount) - memoryBound(nothing, 0)
}

test('memoryBound of an engine without any limits is its base', () => {
  assert.equal(memoryBound(nothing, 0), 386 * mebibyte)
})

test('memoryBound counts each budget as often as it is copied', () => {
  assert.equal(grownBy({ responseBytes: 10 }), 30)
  assert.equal(grownBy({ requestBytes: 10 }), 30)
  assert.equal(grownBy({ stalledBytes: 10 }), 10)
})

test('memoryBound counts almost a whole frame for each connection', () => {
  assert.equal(grownBy({ anonymousCount: 10, anonymousFrameBytes: 1_000 }), 10 * (32_768 + 1_000))
  assert.equal(grownBy({ bodyBytes: 1_000 }, 10), 10 * (32_768 + 1_000))
})

test('memoryBound counts the bytes of each cached entry', () => {
  assert.equal(grownBy({ identityCount: 10 }), 10_240)
  assert.equal(grownBy({ chatHeadCount: 10 }), 40_960)
})

test('memoryBound counts the buffers of each concurrent upload and download', () => {
  assert.equal(grownBy({ uploadCount: 2 }), mebibyte)
  assert.equal(grownBy({ downloadCount: 8 }), mebibyte)
})

test('memoryBound doubles the password memory with each step of the hashing cost', () => {
  assert.equal(grownBy({ passwordCostLog2: 17 }), 254 * mebibyte)
})

test('memoryBound with default options is the number in docs/deployment.md', () => {
  assert.equal(Math.ceil(memoryBound(defaultMemoryOptions, 0) / mebibyte), 2_345)
  assert.equal(memoryBound(defaultMemoryOptions, 1) - memoryBound(defaultMemoryOptions, 0), 288 * 1_024)
})
