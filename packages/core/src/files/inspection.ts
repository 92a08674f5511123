import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { exifOfJpeg, isTurned, isTurnedHeif } from '../domain/exif-orientation.js'
import {
  isHeif,
  isImageType,
  isMarkedText,
  isNeverText,
  looksLikeOtherText,
  looksLikeUtf8,
  textType,
  unknownType,
} from '../domain/file-types.js'
import { isSoundOfMatroska, isSoundOfMp4 } from '../domain/media-tracks.js'
import { typeOfZip } from '../domain/zip-types.js'
import { type ChunkFormat, ChunkReader, mp4Boxes, pngChunks, webpChunks } from './chunk-reader.js'
import { Tail } from './tail.js'

/** What the bytes of a file say of it, whatever the client has said. */
export interface Inspected {
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
  readonly contentType: string
  /** Of images whose header tells. */
  readonly pixels: Pixels | undefined
}

interface Pixels {
  readonly width: number
  readonly height: number
}

/** Signatures stand within it, and the tracks of a WebM. */
const headBytes = 65_536
/** In a JPEG, previews, colour profiles and descriptions stand before the pixels are told. */
const jpegHeadBytes = 262_144
/** What a zip file has in it stands at its end. */
const tailBytes = 131_072
const startBytes = 12
/** A header that tells of more is a trap for who would unpack the image. */
const maxPixelCount = 2 ** 28

/** Looks at a file as it passes by. Keeps its beginning and what tells more of it, and unpacks nothing. */
export class Inspection {
  readonly #hash = createHash('sha256')
  readonly #head: Uint8Array[] = []
  #headBytes = 0
  #wantedBytes = startBytes
  #size = 0
  #container: Container | undefined

  /** How much has passed. */
  get size(): number {
    return this.#size
  }

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.#size += chunk.length
    const isBeginning = this.#container === undefined
    this.#keepHead(chunk)
    if (!isBeginning) this.#container?.add(chunk)
  }

  /** Once all of it has passed. */
  async end(): Promise<Inspected> {
    const container = this.#container ?? this.#begin()
    const head = this.#joinedHead()
    const contentType = await typeOf(head, container)
    return {
      size: this.#size,
      sha256: this.#hash.digest('hex'),
      contentType,
      pixels: shownPixels(contentType, head, container),
    }
  }

  #keepHead(chunk: Uint8Array): void {
    const missing = this.#wantedBytes - this.#headBytes
    if (missing <= 0) return
    // A copy: the chunk is a part of a greater piece of memory.
    const part = Uint8Array.from(chunk.subarray(0, missing))
    this.#head.push(part)
    this.#headBytes += part.length
    if (this.#container !== undefined || this.#headBytes < startBytes) return
    const container = this.#begin()
    const rest = chunk.subarray(part.length)
    this.#keepHead(rest)
    container.add(rest)
  }

  /** What it looks like at first decides what is kept of the rest. */
  #begin(): Container {
    const start = this.#joinedHead()
    const container = new Container(start)
    container.add(start)
    this.#container = container
    this.#wantedBytes = isJpeg(start) ? jpegHeadBytes : headBytes
    return container
  }

  /** Of its own: who reads past the end of a part of a greater piece of memory finds what is somebody else's. */
  #joinedHead(): Buffer {
    const joined = Buffer.concat(this.#head)
    return Buffer.from(joined.buffer.slice(joined.byteOffset, joined.byteOffset + joined.length))
  }
}

/** What is kept of a file behind its beginning. */
class Container {
  readonly #chunks: ChunkReader | undefined
  readonly #tail: Tail | undefined

  constructor(start: Buffer) {
    const format = formatOf(start)
    this.#chunks = format && new ChunkReader(format)
    this.#tail = startsWith(start, 0, 'PK') ? new Tail(tailBytes) : undefined
  }

  add(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#chunks?.add(chunk)
    this.#tail?.add(chunk)
  }

  /** The part that tells more: Exif of a PNG or WebP, `moov` of an MP4. */
  get part(): Buffer | undefined {
    return this.#chunks?.found
  }

  get tail(): Buffer {
    return this.#tail?.bytes ?? Buffer.alloc(0)
  }
}

function formatOf(start: Buffer): ChunkFormat | undefined {
  if (startsWith(start, 1, 'PNG')) return pngChunks
  if (startsWith(start, 0, 'RIFF') && startsWith(start, 8, 'WEBP')) return webpChunks
  return startsWith(start, 4, 'ftyp') ? mp4Boxes : undefined
}

function startsWith(start: Buffer, at: number, text: string): boolean {
  return start.toString('latin1', at, at + text.length) === text
}

function isJpeg(start: Buffer): boolean {
  return start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))
}

async function typeOf(head: Buffer, container: Container): Promise<string> {
  // First, because a mark of UTF-16 looks like the beginning of an MP3.
  const isText = isMarkedText(head)
  if (isText !== undefined) return isText ? textType : unknownType
  const found = await signatureOf(head)
  if (found === undefined) return looksLikeUtf8(head) || looksLikeOtherText(head) ? textType : unknownType
  if (isNeverText(found) && looksLikeUtf8(head)) return textType
  return preciseType(found, head, container)
}

function preciseType(found: string, head: Buffer, container: Container): string {
  switch (found) {
    // An animated PNG is a PNG to whom shows it.
    case 'image/apng':
      return 'image/png'
    case 'application/zip':
      return typeOfZip(container.tail) ?? found
    case 'video/mp4':
    case 'video/3gpp': {
      const moov = container.part
      return moov !== undefined && isSoundOfMp4(moov) ? found.replace('video', 'audio') : found
    }
    case 'video/webm':
    case 'video/matroska':
    case 'video/x-matroska':
      return isSoundOfMatroska(head) ? found.replace('video', 'audio') : found
    default:
      return found
  }
}

async function signatureOf(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime
  } catch {
    // What begins like a type and goes on like nothing is of no type.
    return undefined
  }
}

/** As the image is displayed: one that a camera has noted as turned has its sides swapped. */
function shownPixels(contentType: string, head: Buffer, container: Container): Pixels | undefined {
  if (!isImageType(contentType) && !isHeif(contentType)) return undefined
  const pixels = pixelsOf(head)
  if (pixels === undefined) return undefined
  return isShownTurned(contentType, head, container) ? { width: pixels.height, height: pixels.width } : pixels
}

function isShownTurned(contentType: string, head: Buffer, container: Container): boolean {
  if (isHeif(contentType)) return isTurnedHeif(head)
  const exif = contentType === 'image/jpeg' ? exifOfJpeg(head) : container.part
  return exif !== undefined && isTurned(exif)
}

function pixelsOf(head: Buffer): Pixels | undefined {
  try {
    const { images, ...whole } = imageSize(head)
    // A photo of a phone is made of tiles, and has a preview: the largest is the photo.
    const sizes = [whole, ...(images ?? [])].map(({ width, height }) => ({ width, height }))
    const { width, height } = sizes.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a))
    const areWhole = Number.isInteger(width) && Number.isInteger(height)
    const isSane = areWhole && width > 0 && height > 0 && width * height <= maxPixelCount
    return isSane ? { width, height } : undefined
  } catch {
    // A header that ends too early, or that is none.
    return undefined
  }
}
