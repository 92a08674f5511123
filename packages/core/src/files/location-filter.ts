import { crc32 } from 'node:zlib'
import { withoutLocation } from '../domain/photo-location.js'
import { type ChunkFormat, ChunkWalker, pngChunks, webpChunks } from './chunk-reader.js'

/**
 * The segments of a JPEG up to the image data. Bytes that do not continue where the previous segment ends are not a
 * segment (ITU-T T.81 §B.1.1).
 */
const jpegSegments: ChunkFormat = {
  startBytes: 2,
  headerBytes: () => 4,
  read: (header) => {
    const bytes = header.readUInt16BE(2) - 2
    if (header[0] !== 0xff || header[1] === 0xda || bytes < 0) return undefined
    return { type: header[1] === 0xe1 ? 'APP1' : 'other', bytes }
  },
  wanted: ['APP1'],
}

const checksumBytes = 4
/** Number of bytes that tell JPEG, PNG and WebP apart. */
const startBytes = 12

/** Removes the location from a photo while its bytes pass by. All other bytes and the length stay the same. */
export class LocationFilter {
  #start: Buffer | undefined = Buffer.alloc(0)
  #walker: ChunkWalker | undefined

  /**
   * Adds bytes and returns those that can be passed on, in at most one buffer, because a file may consist of many empty
   * chunks.
   */
  add(chunk: Uint8Array): readonly Buffer[] {
    const parts = this.#add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    return parts.length > 1 ? [Buffer.concat(parts)] : parts
  }

  /** Returns the remaining bytes after the last one was added. */
  end(): readonly Buffer[] {
    const begun = this.#start === undefined ? [] : this.#begin(this.#start)
    return [...begun, ...(this.#walker?.end() ?? [])].filter(({ length }) => length > 0)
  }

  #add(bytes: Buffer): readonly Buffer[] {
    if (this.#start === undefined) return this.#walker?.add(bytes) ?? [bytes]
    const start = Buffer.concat([this.#start, bytes])
    this.#start = start
    return start.length < startBytes ? [] : this.#begin(start)
  }

  #begin(start: Buffer): readonly Buffer[] {
    this.#start = undefined
    this.#walker = walkerFor(start)
    return this.#walker?.add(start) ?? [start]
  }
}

function walkerFor(start: Buffer): ChunkWalker | undefined {
  const text = start.toString('latin1', 0, startBytes)
  if (text.startsWith('\xff\xd8\xff')) return new ChunkWalker(jpegSegments, plain)
  if (text.startsWith('\x89PNG'))
    return new ChunkWalker({ ...pngChunks, wanted: ['eXIf', 'iTXt'] }, withChecksum)
  if (text.startsWith('RIFF') && text.endsWith('WEBP'))
    return new ChunkWalker({ ...webpChunks, wanted: ['EXIF', 'XMP '] }, plain)
  return undefined
}

function plain(header: Buffer, data: Buffer): readonly Buffer[] {
  return [header, withoutLocation(data)]
}

/**
 * Removes the location from a chunk of a PNG, and updates its checksum so that readers do not consider the file
 * damaged.
 */
function withChecksum(header: Buffer, data: Buffer): readonly Buffer[] {
  const content = withoutLocation(data.subarray(0, -checksumBytes))
  const checksum = data.subarray(-checksumBytes)
  const isWhole = data.length >= checksumBytes && header.readUInt32BE(0) === content.length
  if (isWhole && !content.equals(data.subarray(0, -checksumBytes)))
    checksum.writeUInt32BE(crc32(content, crc32(header.subarray(4))))
  return [header, content, checksum]
}
