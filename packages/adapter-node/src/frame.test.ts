import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeCloseReason, encodeTextFrame } from './frame.js'

const headers: ReadonlyArray<readonly [length: number, header: string]> = [
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
]

for (const [length, header] of headers) {
  test(`a payload of ${length} bytes has the header ${header}`, () => {
    const text = 'a'.repeat(length)
    const expected = Buffer.concat([Buffer.from(header, 'hex'), Buffer.from(text)])
    assert.deepEqual(encodeTextFrame(text), expected)
  })
}

test('the length of a frame counts bytes, not characters', () => {
  assert.deepEqual(encodeTextFrame('é€😀'), Buffer.from('8109c3a9e282acf09f9880', 'hex'))
})

test('a close reason that fits stays as it is', () => {
  assert.equal(encodeCloseReason('a'.repeat(123)).toString(), 'a'.repeat(123))
  assert.equal(encodeCloseReason('').length, 0)
})

test('a longer close reason is cut before the character that does not fit', () => {
  assert.equal(encodeCloseReason('a'.repeat(124)).toString(), 'a'.repeat(123))
  assert.equal(encodeCloseReason(`${'a'.repeat(120)}😀`).toString(), 'a'.repeat(120))
  assert.equal(encodeCloseReason(`${'a'.repeat(122)}é`).toString(), 'a'.repeat(122))
})
