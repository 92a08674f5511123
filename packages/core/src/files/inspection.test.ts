import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { gif, jpeg, png, webp } from '../../../../test/support/images.js'
import { measuresTime } from '../../../../test/support/profile.js'
import { type Inspected, Inspection } from './inspection.js'

async function inspect(bytes: Uint8Array, chunkBytes = bytes.length || 1): Promise<Inspected> {
  const inspection = new Inspection()
  for (let at = 0; at < bytes.length; at += chunkBytes) inspection.add(bytes.subarray(at, at + chunkBytes))
  return await inspection.end()
}

const images = [
  ['image/png', png],
  ['image/gif', gif],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
] as const

for (const [type, make] of images) {
  test(`tells the size of ${type}, however it comes`, async () => {
    const bytes = make(300, 200)
    for (const chunkBytes of [1, 2, 3, 7, bytes.length]) {
      const { contentType, pixels } = await inspect(bytes, chunkBytes)
      assert.deepEqual([contentType, pixels], [type, { width: 300, height: 200 }])
    }
  })

  test(`${type} that ends early has a size or none, and never another one`, async () => {
    const bytes = make(300, 200)
    for (let length = 0; length < bytes.length; length += 1) {
      const { pixels } = await inspect(bytes.subarray(0, length))
      if (pixels !== undefined) assert.deepEqual(pixels, { width: 300, height: 200 }, `${length} bytes`)
    }
  })
}

test('of an image that nobody should unpack no size is told', async () => {
  for (const bytes of [
    png(60_000, 60_000),
    gif(65_535, 65_535),
    jpeg(65_000, 65_000),
    webp(16_384, 16_385),
  ]) {
    const { pixels, contentType } = await inspect(bytes)
    assert.match(contentType, /^image\//)
    assert.equal(pixels, undefined)
  }
})

test('the size of a photograph may come late, but not for ever', async () => {
  const near = await inspect(jpeg(4_000, 3_000, 200_000), 10_000)
  assert.deepEqual(near.pixels, { width: 4_000, height: 3_000 })
  const far = await inspect(jpeg(4_000, 3_000, 2_000_000), 10_000)
  assert.deepEqual([far.contentType, far.pixels], ['image/jpeg', undefined])
})

test('counts and hashes all that passes', async () => {
  const bytes = Buffer.alloc(1_000_000, 'abc')
  const { size, sha256 } = await inspect(bytes, 65_536)
  assert.deepEqual([size, sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')])
})

const types: readonly (readonly [string, string, string])[] = [
  ['text with letters of others', 'Grüße, 你好\r\n\ttab', 'text/plain'],
  ['a script', '<script>alert(1)</script>', 'text/plain'],
  [
    'a picture that is a program',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    'text/plain',
  ],
  ['text with a bell', 'ding\x07', 'application/octet-stream'],
  ['a PDF', '%PDF-1.4\n%', 'application/pdf'],
]
for (const [title, text, type] of types) {
  test(`${title} is ${type}`, async () => {
    assert.equal((await inspect(Buffer.from(text))).contentType, type)
  })
}

test('text may be cut within a letter', async () => {
  const { contentType } = await inspect(Buffer.from(`a${'ü'.repeat(10_000)}`))
  assert.equal(contentType, 'text/plain')
})

const magics = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
  [0x50, 0x4b, 3, 4],
  [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9],
  [0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70],
  [0x49, 0x49, 0x2a, 0],
  [0x1a, 0x45, 0xdf, 0xa3],
  [0x1f, 0x8b],
  [0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20],
  [0x69, 0x63, 0x6e, 0x73],
]

test('whatever follows a signature, it is looked at in no time', async () => {
  const files = fc.tuple(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 4_100 }))
  await fc.assert(
    fc.asyncProperty(files, async ([magic, rest]) => {
      const startedAt = performance.now()
      const { contentType, size } = await inspect(Buffer.from([...magic, ...rest]))
      assert.match(contentType, /^[a-z]+\/[\w.+-]+$/)
      assert.equal(size, magic.length + rest.length)
      assert.ok(!measuresTime || performance.now() - startedAt < 1_000)
    }),
    { numRuns: 400, seed: 1 },
  )
})
