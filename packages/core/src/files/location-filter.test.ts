import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { exif, exifWithPlace, gif, jpeg, withExif } from '../../../../test/support/images.js'
import { isTurned } from '../domain/exif-orientation.js'
import { LocationFilter } from './location-filter.js'

function filtered(bytes: Buffer, chunkBytes: number): Buffer {
  const filter = new LocationFilter()
  const passed: Buffer[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes)
    passed.push(...filter.add(Uint8Array.from(bytes.subarray(at, at + chunkBytes))))
  return Buffer.concat([...passed, ...filter.end()])
}

const xmp = (value: string) =>
  Buffer.from(`http://ns.adobe.com/xap/1.0/\0<rdf:Description exif:GPSLatitude="${value}" dc:title="Dog">
    <exif:GPSLongitude>${value}</exif:GPSLongitude></rdf:Description>`)

test('removes the location of a photo and keeps all other bytes and the length', () => {
  for (const order of ['II', 'MM'] as const) {
    const place = exifWithPlace(order)
    for (const [type, make] of Object.entries(withExif)) {
      const bytes = make(400, 300, place)
      const at = bytes.indexOf(place)
      for (const chunkBytes of [1, 11, 65_536]) {
        const passed = filtered(bytes, chunkBytes)
        assert.equal(passed.length, bytes.length)
        const block = passed.subarray(at, at + place.length)
        assert.ok(passed.subarray(0, at).equals(bytes.subarray(0, at)), type)
        assert.ok(block.subarray(0, 50).equals(place.subarray(0, 50)) && isTurned(block))
        assert.ok(block.subarray(50).equals(Buffer.alloc(70)), `${type} ${order}`)
        const checksumBytes = type === 'png' ? 4 : 0
        const rest = at + place.length + checksumBytes
        assert.ok(passed.subarray(rest).equals(bytes.subarray(rest)))
        if (type === 'png')
          assert.equal(passed.readUInt32BE(rest - 4), crc32(Buffer.concat([Buffer.from('eXIf'), block])))
      }
    }
  }
})

test('passes many empty chunks on in one buffer, and ignores bytes after the end of a PNG', () => {
  const { png } = withExif
  for (const bytes of [
    webpOfEmptyParts(),
    Buffer.concat([png(4, 3, exifWithPlace('II')), Buffer.alloc(60_000)]),
  ]) {
    const filter = new LocationFilter()
    const passed = [...filter.add(bytes), ...filter.end()]
    assert.equal(passed.length, 1)
    assert.equal(passed[0]?.length, bytes.length)
  }
})

function webpOfEmptyParts(): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  return Buffer.concat([head, ...Array.from({ length: 5_000 }, () => Buffer.from('NONE\0\0\0\0', 'latin1'))])
}

test('removes the location from XMP metadata', () => {
  const plain = jpeg(40, 30)
  const segment = (data: Buffer) =>
    Buffer.concat([Buffer.from([0xff, 0xe1, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
  const photo = (value: string) =>
    Buffer.concat([plain.subarray(0, 2), segment(exif('II', 6)), segment(xmp(value)), plain.subarray(2)])
  assert.ok(filtered(photo('52,31N'), 100).equals(photo('      ')))
})

test('passes files without a location, cut-off files and other files on unchanged', () => {
  const place = exifWithPlace('II')
  const cut = withExif.jpeg(4, 3, place)
  const files = [
    withExif.png(4, 3, exif('MM', 3), 100),
    withExif.webp(4, 3, exif('II', 3), 100),
    withExif.jpeg(4, 3, exif('II', 3)),
    gif(4, 3),
    Buffer.from('text'),
    Buffer.alloc(0),
    Buffer.from('\xff\xd8\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
    cut.subarray(0, 30),
  ]
  for (const bytes of files)
    for (const chunkBytes of [1, 7, 100]) assert.ok(filtered(bytes, chunkBytes).equals(bytes))
})

test('metadata that refers beyond its end changes no other bytes', () => {
  for (const at of [4, 30, 56, 68, 72]) {
    const place = exifWithPlace('II')
    place.writeUInt32LE(0xffff_fff0, at)
    const bytes = withExif.jpeg(4, 3, place)
    assert.equal(filtered(bytes, 64).length, bytes.length)
  }
})
