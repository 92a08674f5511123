import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  exif,
  gif,
  heic,
  jpeg,
  mp4,
  png,
  webm,
  webp,
  withExif,
  zip,
} from '../../../../test/support/images.js'
import { measuresTime } from '../../../../test/support/profile.js'
import { Inspection, type InspectionResult } from './inspection.js'

async function inspect(bytes: Uint8Array, chunkBytes = bytes.length || 1): Promise<InspectionResult> {
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
  test(`reads the pixel size of ${type}, however the bytes are split`, async () => {
    const bytes = make(300, 200)
    for (const chunkBytes of [1, 2, 3, 7, bytes.length]) {
      const { contentType, pixels } = await inspect(bytes, chunkBytes)
      assert.deepEqual([contentType, pixels], [type, { width: 300, height: 200 }])
    }
  })

  test(`a cut-off ${type} has the right pixel size or none`, async () => {
    const bytes = make(300, 200)
    for (let length = 0; length < bytes.length; length += 1) {
      const { pixels } = await inspect(bytes.subarray(0, length))
      if (pixels !== undefined) assert.deepEqual(pixels, { width: 300, height: 200 }, `${length} bytes`)
    }
  })
}

test('the pixel size of a rotated photo is the displayed one', async () => {
  for (const [type, make] of Object.entries(withExif)) {
    for (const order of ['II', 'MM'] as const) {
      for (let orientation = 0; orientation <= 9; orientation += 1) {
        for (const directoryAt of [8, 60]) {
          const bytes = make(400, 300, exif(order, orientation, directoryAt))
          const { pixels } = await inspect(bytes, 65_536)
          const isTurned = orientation >= 5 && orientation <= 8
          const shown = isTurned ? { width: 300, height: 400 } : { width: 400, height: 300 }
          assert.deepEqual(pixels, shown, `${type} ${order} ${orientation} ${directoryAt}`)
        }
      }
    }
  }
  const photo = '/9j/4QAiRXhpZgAASUkqAAgAAAABABIBAwABAAAABgAAAAAAAAD/wAARCAEsAZADASIAAhEBAxEB/9oAAv/Z'
  for (const chunkBytes of [1, 5, 1_000]) {
    const { contentType, pixels } = await inspect(Buffer.from(photo, 'base64'), chunkBytes)
    assert.deepEqual([contentType, pixels], ['image/jpeg', { width: 300, height: 400 }])
  }
})

test('the pixel size of a HEIC photo is not that of its tiles or preview', async () => {
  for (const [quarters, width, height] of [
    [0, 4_032, 3_024],
    [1, 3_024, 4_032],
    [2, 4_032, 3_024],
    [3, 3_024, 4_032],
  ] as const) {
    const { contentType, pixels } = await inspect(heic(4_032, 3_024, quarters), 1_000)
    assert.deepEqual([contentType, pixels], ['image/heic', { width, height }])
  }
})

const officeType = 'application/vnd.openxmlformats-officedocument'
const office: readonly (readonly [names: readonly string[], type: string])[] = [
  [['word/document.xml', '[Content_Types].xml'], `${officeType}.wordprocessingml.document`],
  [['xl/workbook.xml', '[Content_Types].xml'], `${officeType}.spreadsheetml.sheet`],
  [['ppt/presentation.xml', '[Content_Types].xml'], `${officeType}.presentationml.presentation`],
  [
    ['word/document.xml', 'word/vbaProject.bin', '[Content_Types].xml'],
    'application/vnd.ms-word.document.macroenabled.12',
  ],
  [['classes.dex', 'AndroidManifest.xml'], 'application/vnd.android.package-archive'],
  [['com/example/Main.class', 'META-INF/MANIFEST.MF'], 'application/java-archive'],
  [['notes/word/document.xml.txt', 'photo.jpg'], 'application/zip'],
]

test('the type of a zip file is read from its directory at the end', async () => {
  for (const [names, type] of office) {
    for (const length of [6_000, 400_000]) {
      const first = { 'docProps/app.xml': 'x'.repeat(length) }
      const bytes = zip({ ...first, ...Object.fromEntries(names.map((name) => [name, '<xml/>'])) })
      for (const chunkBytes of [997, 65_536]) {
        assert.equal((await inspect(bytes, chunkBytes)).contentType, type, `${names} ${length}`)
      }
    }
  }
  const many = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [`media/image${index}.png`, '']),
  )
  const { contentType } = await inspect(zip({ ...many, 'word/document.xml': '<xml/>' }), 65_536)
  assert.equal(contentType, `${officeType}.wordprocessingml.document`)
})

test('MP4 and WebM files are audio or video by their tracks, wherever these are listed', async () => {
  for (const isListedFirst of [true, false]) {
    for (const [handlers, type] of [
      [['soun'], 'audio/mp4'],
      [['vide', 'soun'], 'video/mp4'],
      [['soun', 'vide'], 'video/mp4'],
      [['vide'], 'video/mp4'],
      [[], 'video/mp4'],
    ] as const) {
      const { contentType } = await inspect(mp4('isom', handlers, isListedFirst), 10_000)
      assert.equal(contentType, type, `${handlers} ${isListedFirst}`)
    }
  }
  for (const [types, type] of [
    [[2], 'audio/webm'],
    [[1, 2], 'video/webm'],
    [[1], 'video/webm'],
    [[], 'video/webm'],
  ] as const) {
    assert.equal((await inspect(webm(types), 50)).contentType, type, `${types}`)
  }
})

test('an image that claims too many pixels has no pixel size', async () => {
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

test('the pixel size of a JPEG is found after long metadata, up to a limit', async () => {
  const near = await inspect(jpeg(4_000, 3_000, 200_000), 10_000)
  assert.deepEqual(near.pixels, { width: 4_000, height: 3_000 })
  const far = await inspect(jpeg(4_000, 3_000, 2_000_000), 10_000)
  assert.deepEqual([far.contentType, far.pixels], ['image/jpeg', undefined])
})

test('size and hash cover all bytes', async () => {
  const bytes = Buffer.alloc(1_000_000, 'abc')
  const { size, sha256 } = await inspect(bytes, 65_536)
  assert.deepEqual([size, sha256], [bytes.length, createHash('sha256').update(bytes).digest('hex')])
})

const marked = (mark: readonly number[], text: Buffer) => Buffer.concat([Buffer.from(mark), text])
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const utf32 = (text: string) => {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return Buffer.from(Uint32Array.from(codes).buffer)
}

const otherTexts: readonly (readonly [string, Buffer, string])[] = [
  ['UTF-16', Buffer.from('//5OAGEAbQBlAAkATwByAHQADQAKAA==', 'base64'), 'text/plain'],
  ['UTF-16, the other byte order', marked([0xfe, 0xff], utf16('Größe 😀').swap16()), 'text/plain'],
  ['UTF-16 cut within a character', marked([0xff, 0xfe], utf16('a😀')).subarray(0, -2), 'text/plain'],
  ['UTF-16 with a lone surrogate', marked([0xff, 0xfe], utf16('a\ud800b')), 'application/octet-stream'],
  ['UTF-16 with controls', marked([0xfe, 0xff], utf16('a\0\x01b').swap16()), 'application/octet-stream'],
  ['UTF-32', marked([0xff, 0xfe, 0, 0], utf32('Größe 😀')), 'text/plain'],
  ['UTF-32, the other byte order', marked([0, 0, 0xfe, 0xff], utf32('Größe').swap32()), 'text/plain'],
  ['UTF-8 with a mark', Buffer.from('\ufeffName;Größe'), 'text/plain'],
  ['ISO 8859-1', Buffer.from('Größe: Übergröße\r\n', 'latin1'), 'text/plain'],
  ['Windows-1252', Buffer.from([0x93, 0x48, 0x69, 0x94, 0x0a]), 'text/plain'],
  ['Shift_JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x0d, 0x0a]), 'text/plain'],
  ['ISO-2022-JP', Buffer.from('\x1b$BF|K\\\x1b(B\n', 'latin1'), 'text/plain'],
  ['KOI8-R', Buffer.from([0xf0, 0xd2, 0xc9, 0x20, 0xd7, 0xc5, 0xd4]), 'text/plain'],
  ['bytes of all kinds', Buffer.from(Array.from({ length: 256 }, (_, at) => at)), 'application/octet-stream'],
  ['text like a bitmap', Buffer.from('BMW 320d, silver, 12,000 km'), 'text/plain'],
  ['text like a program', Buffer.from('MZ is how a program begins'), 'text/plain'],
  ['text like a song', Buffer.from('ID3 tags are read by players'), 'text/plain'],
]
for (const [title, bytes, type] of otherTexts) {
  test(`text of ${title} is ${type}`, async () => {
    assert.equal((await inspect(bytes)).contentType, type)
  })
}

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

test('text is recognized when the head ends within a character', async () => {
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

test('random bytes after a known signature are inspected quickly', async () => {
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
