/** Small images, as far as their headers go. */

const bytes = (...values: readonly number[]) => Buffer.from(values)

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}

function uint16le(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16LE(value)
  return buffer
}

function pngChunk(type: string, data: Buffer): Buffer {
  return Buffer.concat([uint32(data.length), Buffer.from(type, 'latin1'), data, uint32(0)])
}

export function png(width: number, height: number): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), bytes(8, 2, 0, 0, 0)])
  const signature = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.alloc(16)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function gif(width: number, height: number): Buffer {
  return Buffer.concat([Buffer.from('GIF89a'), uint16le(width), uint16le(height), Buffer.alloc(16)])
}

/** `before`: bytes of descriptions that come before the size is told. */
export function jpeg(width: number, height: number, before = 0): Buffer {
  const start = bytes(0xff, 0xd8)
  const parts: Buffer[] = [start, segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'))]
  for (let left = before; left > 0; left -= 60_000)
    parts.push(segment(0xe2, Buffer.alloc(Math.min(left, 60_000))))
  const frame = bytes(
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    1,
    0x22,
    0,
    2,
    0x11,
    1,
    3,
    0x11,
    1,
  )
  parts.push(segment(0xc0, frame), bytes(0xff, 0xd9))
  return Buffer.concat(parts)
}

function segment(marker: number, data: Buffer): Buffer {
  const length = data.length + 2
  return Buffer.concat([bytes(0xff, marker, length >> 8, length & 255), data])
}

export function webp(width: number, height: number): Buffer {
  const size = (value: number) => bytes((value - 1) & 255, ((value - 1) >> 8) & 255, (value - 1) >> 16)
  const header = Buffer.concat([bytes(0, 0, 0, 0), size(width), size(height)])
  const chunk = Buffer.concat([Buffer.from('VP8X'), bytes(10, 0, 0, 0), header])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(chunk.length + 4)
  return Buffer.concat([Buffer.from('RIFF'), length, Buffer.from('WEBP'), chunk])
}
