/** How the parts of a file are headed that follow one another. */
export interface ChunkFormat {
  /** Bytes before the first part. */
  readonly startBytes: number
  /** Bytes of the header of a part, of which these are the first. */
  headerBytes(header: Buffer): number
  /** `undefined`: the file is nothing of this kind, or ends with this part. */
  read(header: Buffer): { readonly type: string; readonly bytes: number } | undefined
  /** Parts that are looked at. */
  readonly wanted: readonly string[]
}

const latin1 = (header: Buffer, at: number) => header.toString('latin1', at, at + 4)

/** PNG: length, type, data, checksum, up to IEND (https://www.w3.org/TR/png-3/#5DataRep). */
export const pngChunks: ChunkFormat = {
  startBytes: 8,
  headerBytes: () => 8,
  read: (header) => {
    const type = latin1(header, 4)
    return type === 'IEND' ? undefined : { type, bytes: header.readUInt32BE(0) + 4 }
  },
  wanted: ['eXIf'],
}

/** WebP: type, length, data, to an even length (RFC 9649 §2.3). */
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
 * MP4: length with the header, type, and the length again in 64 bits where it is 1; where it is 0 the part goes on to the end of
 * the file (ISO/IEC 14496-12).
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

/** A longer part is passed over: what is wanted of photos and recordings is not that long. */
const maxHeldBytes = 262_144

/** What goes on in place of a wanted part: `header` and `data` are the walker's own, and may be changed. */
type TakePart = (header: Buffer, data: Buffer) => readonly Buffer[]

/** Finds parts of a file as it passes by, wherever they stand. */
export class ChunkWalker {
  readonly #format: ChunkFormat
  readonly #take: TakePart
  #header: Buffer = Buffer.alloc(0)
  /** To be passed over. */
  #skip: number
  /** What comes belongs to it. */
  #held: { readonly header: Buffer; readonly parts: Buffer[]; left: number } | undefined
  #isOver = false

  constructor(format: ChunkFormat, take: TakePart) {
    this.#format = format
    this.#take = take
    this.#skip = format.startBytes
  }

  /** What goes on by now: all but the part that is being held, and the beginning of a header. */
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

  /** What is left once all has come. */
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
    // A copy: the chunk is a part of a greater piece of memory.
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

/** Keeps the first part that is wanted. */
export class ChunkReader {
  readonly #walker: ChunkWalker
  #found: Buffer | undefined

  constructor(format: ChunkFormat) {
    this.#walker = new ChunkWalker(format, (header, data) => {
      this.#found ??= data
      return [header, data]
    })
  }

  /** Its data; `undefined` where there was none by now. */
  get found(): Buffer | undefined {
    return this.#found
  }

  add(chunk: Buffer): void {
    this.#walker.add(chunk)
  }
}
