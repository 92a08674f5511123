import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { imageSize } from 'image-size'
import { isImageType, looksLikeText, textType, unknownType } from '../domain/file-types.js'

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

/** Signatures stand within it. */
const headBytes = 4_100
/** In a JPEG, previews, colour profiles and descriptions stand before the pixels are told. */
const jpegHeadBytes = 262_144
const jpegStart = [0xff, 0xd8, 0xff]
/** A header that tells of more is a trap for who would unpack the image. */
const maxPixelCount = 2 ** 28

/** Looks at a file as it passes by. Keeps its beginning, and unpacks nothing. */
export class Inspection {
  readonly #hash = createHash('sha256')
  readonly #head: Uint8Array[] = []
  #headBytes = 0
  #wantedBytes = headBytes
  #size = 0

  /** How much has passed. */
  get size(): number {
    return this.#size
  }

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.#size += chunk.length
    this.#keepHead(chunk)
  }

  /** Once all of it has passed. */
  async end(): Promise<Inspected> {
    // Of its own: who reads past the end of a part of a greater piece of memory finds what is somebody else's.
    const head = Uint8Array.from(Buffer.concat(this.#head))
    const contentType = await typeOf(head)
    const pixels = isImageType(contentType) ? pixelsOf(head) : undefined
    return { size: this.#size, sha256: this.#hash.digest('hex'), contentType, pixels }
  }

  #keepHead(chunk: Uint8Array): void {
    const missing = this.#wantedBytes - this.#headBytes
    if (missing <= 0) return
    // A copy: the chunk is a part of a greater piece of memory.
    const part = Uint8Array.from(chunk.subarray(0, missing))
    this.#head.push(part)
    const isFirst = this.#headBytes < jpegStart.length
    this.#headBytes += part.length
    if (!isFirst || !this.#beginsAsJpeg()) return
    this.#wantedBytes = jpegHeadBytes
    if (chunk.length > part.length) this.#keepHead(chunk.subarray(part.length))
  }

  #beginsAsJpeg(): boolean {
    const start = Buffer.concat(this.#head).subarray(0, jpegStart.length)
    return start.equals(Buffer.from(jpegStart))
  }
}

async function typeOf(head: Uint8Array): Promise<string> {
  const found = await signatureOf(head)
  if (found !== undefined) return found
  return looksLikeText(head) ? textType : unknownType
}

async function signatureOf(head: Uint8Array): Promise<string | undefined> {
  try {
    const found = await fileTypeFromBuffer(head)
    // An animated PNG is a PNG to whom shows it.
    return found?.mime === 'image/apng' ? 'image/png' : found?.mime
  } catch {
    // What begins like a type and goes on like nothing is of no type.
    return undefined
  }
}

function pixelsOf(head: Uint8Array): Pixels | undefined {
  try {
    const { width, height } = imageSize(head)
    const areWhole = Number.isInteger(width) && Number.isInteger(height)
    const isSane = areWhole && width > 0 && height > 0 && width * height <= maxPixelCount
    return isSane ? { width, height } : undefined
  } catch {
    // A header that ends too early, or that is none.
    return undefined
  }
}
