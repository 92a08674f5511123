import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ByteRange, parseByteRange } from './byte-ranges.js'

const size = 1_000
const huge = '9'.repeat(400)

const cases: readonly (readonly [string | undefined, ByteRange | 'unsatisfiable' | undefined])[] = [
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=0-999', { start: 0, end: 1_000 }],
  ['bytes=0-', { start: 0, end: 1_000 }],
  ['bytes=999-', { start: 999, end: 1_000 }],
  ['bytes=100-5000', { start: 100, end: 1_000 }],
  [`bytes=0-${huge}`, { start: 0, end: 1_000 }],
  ['bytes=-1', { start: 999, end: 1_000 }],
  ['bytes=-5000', { start: 0, end: 1_000 }],
  ['Bytes= 5-6 ', { start: 5, end: 7 }],
  ['bytes=1000-', 'unsatisfiable'],
  [`bytes=${huge}-`, 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=6-5', undefined],
  ['bytes=-', undefined],
  ['bytes=', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=a-b', undefined],
  ['bytes=0x1-2', undefined],
  ['bytes=-1-2', undefined],
  ['items=0-1', undefined],
  ['', undefined],
]

for (const [header, range] of cases) {
  test(`parses the range ${header?.slice(0, 30) ?? '(no header)'} of a file of ${size} bytes`, () => {
    assert.deepEqual(parseByteRange(header, size), range)
  })
}

test('every range of an empty file is unsatisfiable', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
    assert.equal(parseByteRange(header, 0), 'unsatisfiable')
})
