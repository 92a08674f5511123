/** Images that browsers show and that cannot run code. All other files are downloaded (decisions §6.14). */
const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

export const textType = 'text/plain'
export const unknownType = 'application/octet-stream'

/** Returns whether browsers show files of this type as images. */
export function isImageType(contentType: string): boolean {
  return imageTypes.includes(contentType)
}

/** Returns whether the type is HEIF or AVIF. Not every browser shows these images, but Parley reports their size. */
export function isHeif(contentType: string): boolean {
  return /^image\/(?:hei[cf](?:-sequence)?|avif)$/.test(contentType)
}

/** Control characters, except the four that text files use: tab, line feed, form feed and carriage return. */
const control = /(?![\t\n\f\r])\p{Cc}/u
/** Escape character with which ISO 2022 switches to another script. */
const escape2022 = '\x1b'
const asciiLetterOrSpace = /[a-z \n]/i

/**
 * Byte order marks of Unicode, with the decoder for each. Of two marks that begin alike, the longer one comes first.
 */
const marks = [
  { mark: [0xff, 0xfe, 0, 0], decode: (bytes: Buffer) => decodeUtf32(bytes, (at) => bytes.readUInt32LE(at)) },
  { mark: [0, 0, 0xfe, 0xff], decode: (bytes: Buffer) => decodeUtf32(bytes, (at) => bytes.readUInt32BE(at)) },
  { mark: [0xff, 0xfe], decode: (bytes: Buffer) => decode('utf-16le', bytes) },
  { mark: [0xfe, 0xff], decode: (bytes: Buffer) => decode('utf-16be', bytes) },
] as const

/**
 * Returns whether the beginning of a file is text that starts with a byte order mark of UTF-16 or UTF-32, or
 * `undefined` when there is no such mark. The last character may be incomplete.
 */
export function isMarkedText(head: Buffer): boolean | undefined {
  const marked = marks.find(({ mark }) => head.subarray(0, mark.length).equals(Buffer.from(mark)))
  if (marked === undefined) return undefined
  const text = marked.decode(head.subarray(marked.mark.length))
  return text !== undefined && text !== '' && !control.test(text)
}

/** Returns whether the beginning of a file is text in UTF-8. The last character may be incomplete. */
export function looksLikeUtf8(head: Buffer): boolean {
  const text = head.length === 0 ? undefined : decode('utf-8', head)
  return text !== undefined && !control.test(text)
}

/**
 * Returns whether the beginning of a file looks like text in another encoding that extends ASCII (ISO 8859, Windows,
 * KOI8, Shift_JIS, GB 18030, EUC): it has some ASCII and no control characters. Binary data soon has control
 * characters.
 */
export function looksLikeOtherText(head: Buffer): boolean {
  const ascii = head
    .toString('latin1')
    .replace(/[\x80-\xff]/g, '')
    .replaceAll(escape2022, '')
  return asciiLetterOrSpace.test(ascii) && !control.test(ascii)
}

/**
 * Returns whether a file of this type is never text. Images, audio, video and programs are not text, even when they
 * begin like one: texts can begin with `BM`, `MZ` or `ID3` too.
 */
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
