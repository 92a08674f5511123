/** Describes a file format that consists of chunks in a row, each with a header. */
export interface ChunkFormat {
  /** Number of bytes before the first chunk. */
  readonly startBytes: number
  /** Returns the size of a chunk's header in bytes, given the first bytes of the header. */
  headerBytes(header: Buffer): number
  /**
   * Returns the type of a chunk and the size of its data, or `undefined` when the file is not of this format or the
   * chunk is the last one.
   */
  read(header: Buffer): { readonly type: string; readonly bytes: number } | undefined
  /** Types of the chunks that are collected. */
  readonly wanted: readonly string[]
}

const latin1 = (header: Buffer, at: number) => header.toString('latin1', at, at + 4)

/**
 * The format of PNG: length, type, data and checksum for each chunk, up to IEND
 * (https://www.w3.org/TR/png-3/#5DataRep).
 */
export const pngChunks: ChunkFormat = {
  startBytes: 8,
  headerBytes: () => 8,
  read: (header) => {
    const type = latin1(header, 4)
    return type === 'IEND' ? undefined : { type, bytes: header.readUInt32BE(0) + 4 }
  },
  wanted: ['eXIf'],
}

/** The format of WebP: type, length and data, padded to an even length (RFC 9649 §2.3). */
export const webpChunks: ChunkFormat = {
  startBytes: 12,
  headerBytes: () => 8,
  read: (header) => {
    const bytes = header.readUInt32LE(4)
    return { type: latin1(header, 0), bytes: bytes + (bytes % 2) }
  },
  wanted: ['EXIF'],
}

/**
 * The format of MP4: length including the header, then the type (ISO/IEC 14496-12). A length of 1 means that a 64-bit
 * length follows; with a length of 0, the box extends to the end of the file.
 */
export const mp4Boxes: ChunkFormat = {
  startBytes: 0,
  headerBytes: (header) => (header.length >= 4 && header.readUInt32BE(0) === 1 ? 16 : 8),
  read: (header) => {
    const length = header.readUInt32BE(0)
    const type = latin1(header, 4)
    if (length === 0) return { type, bytes: Number.POSITIVE_INFINITY }
    const bytes = (length === 1 ? Number(header.readBigUInt64BE(8)) : length) - header.length
    return bytes < 0 ? undefined : { type, bytes }
  },
  wanted: ['moov'],
}

/**
 * Maximum size of a chunk that is collected, in bytes. Longer ones pass unchanged: the relevant metadata of photos and
 * recordings is smaller.
 */
const maxHeldBytes = 262_144

/** Returns the bytes that replace a collected chunk. The function owns `header` and `data` and may change them. */
type RewriteChunk = (header: Buffer, data: Buffer) => readonly Buffer[]

/** Collects chunks of certain types from a stream of bytes, wherever they are in the file. */
export class ChunkWalker {
  readonly #format: ChunkFormat
  readonly #take: RewriteChunk
  #header: Buffer = Buffer.alloc(0)
  /** Number of bytes that pass without being looked at. */
  #skip: number
  /** The chunk that is being collected. */
  #held: { readonly header: Buffer; readonly parts: Buffer[]; left: number } | undefined
  #isOver = false

  constructor(format: ChunkFormat, take: RewriteChunk) {
    this.#format = format
    this.#take = take
    this.#skip = format.startBytes
  }

  /**
   * Adds bytes and returns those that can be passed on: everything except the chunk that is being collected, and an
   * incomplete header.
   */
  add(chunk: Buffer): readonly Buffer[] {
    const passed: Buffer[] = []
    for (let rest = chunk; rest.length > 0; ) {
      if (this.#isOver) {
        passed.push(rest)
        break
      }
      if (this.#held !== undefined) rest = this.#hold(this.#held, rest, passed)
      else if (this.#skip > 0) rest = this.#pass(rest, passed)
      else rest = this.#readHeader(rest, passed)
    }
    return passed
  }

  /** Returns the remaining bytes after the last one was added. */
  end(): readonly Buffer[] {
    if (this.#held === undefined) return [this.#header]
    const { header, parts } = this.#held
    return this.#take(header, Buffer.concat(parts))
  }

  #pass(rest: Buffer, passed: Buffer[]): Buffer {
    const part = rest.subarray(0, this.#skip)
    this.#skip -= part.length
    passed.push(part)
    return rest.subarray(part.length)
  }

  #hold(
    held: { readonly header: Buffer; readonly parts: Buffer[]; left: number },
    rest: Buffer,
    passed: Buffer[],
  ): Buffer {
    // Copied, because the chunk is a view of a larger buffer.
    const part = Buffer.from(rest.subarray(0, held.left))
    held.parts.push(part)
    held.left -= part.length
    if (held.left === 0) {
      this.#held = undefined
      passed.push(...this.#take(held.header, Buffer.concat(held.parts)))
    }
    return rest.subarray(part.length)
  }

  #readHeader(rest: Buffer, passed: Buffer[]): Buffer {
    const { headerBytes, read, wanted } = this.#format
    const taken = rest.subarray(0, headerBytes(this.#header) - this.#header.length)
    const header = Buffer.concat([this.#header, taken])
    this.#header = header
    if (header.length < headerBytes(header)) return rest.subarray(taken.length)
    this.#header = Buffer.alloc(0)
    const chunk = read(header)
    const isHeld = chunk !== undefined && wanted.includes(chunk.type) && chunk.bytes <= maxHeldBytes
    if (isHeld && chunk.bytes > 0) this.#held = { header, parts: [], left: chunk.bytes }
    else if (isHeld) passed.push(...this.#take(header, Buffer.alloc(0)))
    else passed.push(header)
    if (chunk === undefined) this.#isOver = true
    else if (!isHeld) this.#skip = chunk.bytes
    return rest.subarray(taken.length)
  }
}

/** Keeps the data of the first chunk of a wanted type. */
export class ChunkReader {
  readonly #walker: ChunkWalker
  #found: Buffer | undefined

  constructor(format: ChunkFormat) {
    this.#walker = new ChunkWalker(format, (header, data) => {
      this.#found ??= data
      return [header, data]
    })
  }

  /** Data of the chunk; `undefined` as long as none was found. */
  get found(): Buffer | undefined {
    return this.#found
  }

  add(chunk: Buffer): void {
    this.#walker.add(chunk)
  }
}
