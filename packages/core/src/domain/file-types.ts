/** Shown by browsers as images, which run nothing; everything else is saved (decisions §6.14). */
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export const textType = 'text/plain'
export const unknownType = 'application/octet-stream'

export function isImageType(contentType: string): boolean {
  return imageTypes.includes(contentType)
}

/** Not every browser shows them, but their size is told. */
export function isHeif(contentType: string): boolean {
  return /^image\/(?:hei[cf](?:-sequence)?|avif)$/.test(contentType)
}

/** Controls, but for the four that texts have: tab, line feed, form feed and carriage return. */
const control = /(?![\t\n\f\r])\p{Cc}/u
/** By it ISO 2022 turns to another script. */
const escape2022 = '\x1b'
const asciiLetterOrSpace = /[a-z \n]/i

/** Texts that say how they are encoded (the byte order marks of Unicode). Of two that begin alike the longer one comes first. */
const marks = [
  { mark: [0xff, 0xfe, 0, 0], decode: (bytes: Buffer) => decodeUtf32(bytes, (at) => bytes.readUInt32LE(at)) },
  { mark: [0, 0, 0xfe, 0xff], decode: (bytes: Buffer) => decodeUtf32(bytes, (at) => bytes.readUInt32BE(at)) },
  { mark: [0xff, 0xfe], decode: (bytes: Buffer) => decode('utf-16le', bytes) },
  { mark: [0xfe, 0xff], decode: (bytes: Buffer) => decode('utf-16be', bytes) },
] as const

/**
 * Whether the beginning of a file is text that begins with a mark of UTF-16 or UTF-32; the last character may be cut. `undefined`:
 * it has no such mark.
 */
export function isMarkedText(head: Buffer): boolean | undefined {
  const marked = marks.find(({ mark }) => head.subarray(0, mark.length).equals(Buffer.from(mark)))
  if (marked === undefined) return undefined
  const text = marked.decode(head.subarray(marked.mark.length))
  return text !== undefined && text !== '' && !control.test(text)
}

/** Whether it is text in UTF-8; the last character may be cut. */
export function looksLikeUtf8(head: Buffer): boolean {
  const text = head.length === 0 ? undefined : decode('utf-8', head)
  return text !== undefined && !control.test(text)
}

/**
 * Whether it is text in another encoding that has ASCII as it is (ISO 8859, Windows, KOI8, Shift_JIS, GB 18030, EUC): without any
 * control, and with something of ASCII. Bytes that are anything else have controls soon.
 */
export function looksLikeOtherText(head: Buffer): boolean {
  const ascii = head
    .toString('latin1')
    .replace(/[\x80-\xff]/g, '')
    .replaceAll(escape2022, '')
  return asciiLetterOrSpace.test(ascii) && !control.test(ascii)
}

/** What has pictures or sound, or runs, is no text, however it begins: `BM`, `MZ` and `ID3` begin texts as well. */
export function isNeverText(contentType: string): boolean {
  if (contentType === 'image/svg+xml') return false
  return /^(?:image|audio|video)\/|^application\/x-msdownload$/.test(contentType)
}

function decode(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function decodeUtf32(bytes: Buffer, readAt: (at: number) => number): string | undefined {
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = readAt(at)
    if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
    text += String.fromCodePoint(code)
  }
  return text
}
