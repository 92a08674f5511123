import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { isTurned, isTurnedHeif, readJpegExif } from '../domain/exif-orientation.js'
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
import { isAudioOnlyMatroska, isAudioOnlyMp4 } from '../domain/media-tracks.js'
import { detectZipType } from '../domain/zip-types.js'
import { type ChunkFormat, ChunkReader, mp4Boxes, pngChunks, webpChunks } from './chunk-reader.js'
import { Tail } from './tail.js'

/** The properties of a file that its bytes show, regardless of what the client claimed. */
export interface InspectionResult {
  readonly size: number
  /** Hash of the content, in hexadecimal. */
  readonly sha256: string
  readonly contentType: string
  /**
   * Size of an image as it is displayed; `undefined` for other files, and when the header does not contain a valid
   * size.
   */
  readonly pixels: Pixels | undefined
}

interface Pixels {
  readonly width: number
  readonly height: number
}

/** Number of bytes that are kept of the beginning of a file. File signatures are there, and the tracks of a WebM. */
const headBytes = 65_536
/**
 * Number of bytes that are kept of a JPEG, where previews, color profiles and descriptions may precede the image size.
 */
const jpegHeadBytes = 262_144
/** Number of bytes that are kept of the end of a zip file, which lists its content. */
const tailBytes = 131_072
const startBytes = 12
/** Maximum number of pixels that is believed. A header with more is an attack on programs that decode the image. */
const maxPixelCount = 2 ** 28

/**
 * Inspects a file while its bytes pass by. Keeps the beginning and a few informative parts, and never decompresses
 * anything.
 */
export class Inspection {
  readonly #hash = createHash('sha256')
  readonly #head: Uint8Array[] = []
  #headBytes = 0
  #wantedBytes = startBytes
  #size = 0
  #container: Container | undefined

  /** Number of bytes that were added. */
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

  /** Returns the result. Called after the last bytes were added. */
  async end(): Promise<InspectionResult> {
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
    // Copied, because the chunk is a view of a larger buffer.
    const part = Uint8Array.from(chunk.subarray(0, missing))
    this.#head.push(part)
    this.#headBytes += part.length
    if (this.#container !== undefined || this.#headBytes < startBytes) return
    const container = this.#begin()
    const rest = chunk.subarray(part.length)
    this.#keepHead(rest)
    container.add(rest)
  }

  /** Decides by the first bytes which parts of the file are kept. */
  #begin(): Container {
    const start = this.#joinedHead()
    const container = new Container(start)
    container.add(start)
    this.#container = container
    this.#wantedBytes = isJpeg(start) ? jpegHeadBytes : headBytes
    return container
  }

  /**
   * Returns the beginning of the file in a buffer of its own, so that a parser that reads past the end of a shared
   * buffer cannot see other data.
   */
  #joinedHead(): Buffer {
    const joined = Buffer.concat(this.#head)
    return Buffer.from(joined.buffer.slice(joined.byteOffset, joined.byteOffset + joined.length))
  }
}

/** The parts that are kept of a file after its beginning. */
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

  /** The informative chunk: Exif of a PNG or WebP, `moov` of an MP4. */
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
  // Text comes first, because a byte order mark of UTF-16 looks like the beginning of an MP3.
  const isText = isMarkedText(head)
  if (isText !== undefined) return isText ? textType : unknownType
  const found = await signatureOf(head)
  if (found === undefined) return looksLikeUtf8(head) || looksLikeOtherText(head) ? textType : unknownType
  if (isNeverText(found) && looksLikeUtf8(head)) return textType
  return preciseType(found, head, container)
}

function preciseType(found: string, head: Buffer, container: Container): string {
  switch (found) {
    // Programs that display an animated PNG treat it as a PNG.
    case 'image/apng':
      return 'image/png'
    case 'application/zip':
      return detectZipType(container.tail) ?? found
    case 'video/mp4':
    case 'video/3gpp': {
      const moov = container.part
      return moov !== undefined && isAudioOnlyMp4(moov) ? found.replace('video', 'audio') : found
    }
    case 'video/webm':
    case 'video/matroska':
    case 'video/x-matroska':
      return isAudioOnlyMatroska(head) ? found.replace('video', 'audio') : found
    default:
      return found
  }
}

async function signatureOf(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime
  } catch {
    // The data begins like a known type and then does not match it, so its type is unknown.
    return undefined
  }
}

/**
 * Returns the size of the image as it is displayed. Width and height are swapped when the metadata says that the image
 * is rotated.
 */
function shownPixels(contentType: string, head: Buffer, container: Container): Pixels | undefined {
  if (!isImageType(contentType) && !isHeif(contentType)) return undefined
  const pixels = pixelsOf(head)
  if (pixels === undefined) return undefined
  return isShownTurned(contentType, head, container) ? { width: pixels.height, height: pixels.width } : pixels
}

function isShownTurned(contentType: string, head: Buffer, container: Container): boolean {
  if (isHeif(contentType)) return isTurnedHeif(head)
  const exif = contentType === 'image/jpeg' ? readJpegExif(head) : container.part
  return exif !== undefined && isTurned(exif)
}

function pixelsOf(head: Buffer): Pixels | undefined {
  try {
    const { images, ...whole } = imageSize(head)
    // A phone's photo consists of tiles and has a preview, so the largest image is the photo.
    const sizes = [whole, ...(images ?? [])].map(({ width, height }) => ({ width, height }))
    const { width, height } = sizes.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a))
    const areWhole = Number.isInteger(width) && Number.isInteger(height)
    const isSane = areWhole && width > 0 && height > 0 && width * height <= maxPixelCount
    return isSane ? { width, height } : undefined
  } catch {
    // The header is cut off or invalid.
    return undefined
  }
}
