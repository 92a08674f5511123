import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WireFormat } from '../ports/rtm-connection.js'
import { TextFrame } from './text-frame.js'

/** Prefixes the text with its mark, and counts the calls. */
class MarkingFormat implements WireFormat {
  count = 0
  readonly #mark: string

  constructor(mark: string) {
    this.#mark = mark
  }

  encode(text: string): Uint8Array {
    this.count += 1
    return Buffer.from(this.#mark + text)
  }
}

test('each wire format encodes a frame once, and gets its own bytes each time', () => {
  const formats = ['a', 'b', 'c'].map((mark) => new MarkingFormat(mark))
  const frame = new TextFrame('text')
  const first = formats.map((format) => frame.bytesIn(format))
  const again = formats.map((format) => frame.bytesIn(format)).toReversed()
  assert.deepEqual(
    first.map((bytes) => Buffer.from(bytes).toString()),
    ['atext', 'btext', 'ctext'],
  )
  for (const bytes of first) assert.equal(again.pop(), bytes)
  assert.deepEqual(
    formats.map(({ count }) => count),
    [1, 1, 1],
  )
})

test('byteLength is the text length before encoding, and the encoded length afterwards', () => {
  const frame = new TextFrame('漢')
  assert.equal(frame.byteLength, 1)
  frame.bytesIn(new MarkingFormat('a'))
  assert.equal(frame.byteLength, 4)
  frame.bytesIn(new MarkingFormat('longer'))
  assert.equal(frame.byteLength, 4)
})
