import assert from 'node:assert/strict'
import { test } from 'node:test'
import { box, exif, png, withExif } from '../../../../test/support/images.js'
import {
  type ChunkFormat,
  ChunkReader,
  ChunkWalker,
  mp4Boxes,
  pngChunks,
  webpChunks,
} from './chunk-reader.js'

function found(format: ChunkFormat, bytes: Buffer, chunkBytes: number): Buffer | undefined {
  const reader = new ChunkReader(format)
  for (let at = 0; at < bytes.length; at += chunkBytes) reader.add(bytes.subarray(at, at + chunkBytes))
  return reader.found
}

const wide = (type: string, content: Buffer) => {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(content.length + 16))
  return Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from(type, 'latin1'), length, content])
}

const block = exif('II', 6)
const text = Buffer.from('tracks')
const cases: readonly (readonly [string, ChunkFormat, Buffer, Buffer | undefined])[] = [
  [
    'the Exif of a PNG behind its pixels',
    pngChunks,
    withExif.png(4, 3, block, 5_000),
    Buffer.concat([block, Buffer.alloc(4)]),
  ],
  ['the Exif of a WebP behind its pixels', webpChunks, withExif.webp(4, 3, block, 5_001), block],
  ['nothing of a PNG without', pngChunks, png(4, 3), undefined],
  [
    'a box behind empty ones',
    mp4Boxes,
    Buffer.concat([box('ftyp', text), box('wide'), box('free'), box('moov', text)]),
    text,
  ],
  [
    'a box behind one with a long header',
    mp4Boxes,
    Buffer.concat([wide('mdat', text), wide('moov', text)]),
    text,
  ],
  ['no box to the end', mp4Boxes, Buffer.from('\0\0\0\0moovtracks', 'latin1'), undefined],
  ['an empty box', mp4Boxes, box('moov'), Buffer.alloc(0)],
  ['no box that is cut', mp4Boxes, box('moov', text).subarray(0, -3), undefined],
  [
    'nothing behind a box that is shorter than its header',
    mp4Boxes,
    Buffer.from('\0\0\0\x07free\0\0\0\x0emoovtracks', 'latin1'),
    undefined,
  ],
]

for (const [title, format, bytes, part] of cases) {
  test(`ChunkReader finds ${title}, however the bytes are split`, () => {
    for (const chunkBytes of [1, 3, 7, 16, bytes.length])
      assert.deepEqual(found(format, bytes, chunkBytes), part, `${chunkBytes}`)
  })
}

test('ChunkReader skips a chunk that is too long', () => {
  assert.equal(found(mp4Boxes, box('moov', Buffer.alloc(1_000_000, 1)), 65_536), undefined)
})

test('ChunkWalker passes all bytes on, with the wanted chunks replaced', () => {
  const pixels = 70_001
  const given = withExif.webp(4, 3, block, pixels)
  const changed = withExif.webp(4, 3, Buffer.alloc(block.length, 1), pixels)
  for (const chunkBytes of [1, 7, 65_536]) {
    const walker = new ChunkWalker(webpChunks, (header, data) => [header, Buffer.alloc(data.length, 1)])
    const passed: Buffer[] = []
    for (let at = 0; at < given.length; at += chunkBytes)
      passed.push(...walker.add(given.subarray(at, at + chunkBytes)))
    passed.push(...walker.end())
    assert.ok(Buffer.concat(passed).equals(changed))
  }
  const cut = new ChunkWalker(webpChunks, (header, data) => [header, data])
  assert.ok(Buffer.concat([...cut.add(given.subarray(0, -5)), ...cut.end()]).equals(given.subarray(0, -5)))
})
