/** Small images that consist only of headers. */

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

/** Returns a JPEG. `before` is the number of metadata bytes before the size. */
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

/** Returns a TIFF block that contains only the orientation of a photo. Its directory is at `directoryAt`. */
export function exif(order: 'II' | 'MM', orientation: number, directoryAt = 8): Buffer {
  const block = Buffer.alloc(directoryAt + 18)
  const uint16 = (value: number, at: number) =>
    order === 'II' ? block.writeUInt16LE(value, at) : block.writeUInt16BE(value, at)
  const uint32 = (value: number, at: number) =>
    order === 'II' ? block.writeUInt32LE(value, at) : block.writeUInt32BE(value, at)
  block.write(order, 'latin1')
  uint16(42, 2)
  uint32(directoryAt, 4)
  uint16(1, directoryAt)
  uint16(0x0112, directoryAt + 2)
  uint16(3, directoryAt + 4)
  uint32(1, directoryAt + 6)
  uint16(orientation, directoryAt + 10)
  return block
}

/** Returns a TIFF block that contains the orientation of a photo and the location 52° 30' 59" N. */
export function exifWithPlace(order: 'II' | 'MM'): Buffer {
  const block = Buffer.alloc(120)
  const uint16 = (at: number, ...values: readonly number[]) => {
    for (const [index, value] of values.entries())
      if (order === 'II') block.writeUInt16LE(value, at + 2 * index)
      else block.writeUInt16BE(value, at + 2 * index)
  }
  const uint32 = (at: number, ...values: readonly number[]) => {
    for (const [index, value] of values.entries())
      if (order === 'II') block.writeUInt32LE(value, at + 4 * index)
      else block.writeUInt32BE(value, at + 4 * index)
  }
  block.write(order, 'latin1')
  uint16(2, 42)
  uint32(4, 8)
  uint16(8, 2)
  uint16(10, 0x0112, 3)
  uint32(14, 1)
  uint16(18, 6)
  uint16(22, 0x8825, 4)
  uint32(26, 1, 50)
  uint16(50, 2)
  uint16(52, 1, 2)
  uint32(56, 2)
  block.write('N', 60, 'latin1')
  uint16(64, 2, 5)
  uint32(68, 3, 90)
  uint32(90, 52, 1, 30, 1, 59, 1)
  return block
}

/**
 * Functions that return an image with that Exif block at the usual position; in WebP and PNG it follows `pixelBytes`
 * bytes of pixels.
 */
export const withExif = {
  jpeg: (width: number, height: number, block: Buffer) => {
    const plain = jpeg(width, height)
    const header = Buffer.from('Exif\0\0', 'latin1')
    return Buffer.concat([
      plain.subarray(0, 2),
      segment(0xe1, Buffer.concat([header, block])),
      plain.subarray(2),
    ])
  },
  png: (width: number, height: number, block: Buffer, pixelBytes = 300_000) => {
    const plain = png(width, height)
    const [start, end] = [plain.subarray(0, 33), plain.subarray(-12)]
    return Buffer.concat([start, pngChunk('IDAT', Buffer.alloc(pixelBytes)), pngChunk('eXIf', block), end])
  },
  webp: (width: number, height: number, block: Buffer, pixelBytes = 300_001) => {
    const chunk = (type: string, data: Buffer) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(data.length)
      return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)])
    }
    const pixels = chunk('VP8 ', Buffer.alloc(pixelBytes))
    const whole = Buffer.concat([webp(width, height), pixels, chunk('EXIF', block)])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  },
} as const

export function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

/** Returns a photo that consists of tiles and a preview, turned by that many quarters. */
export function heic(width: number, height: number, quarters = 0): Buffer {
  const size = (w: number, h: number) => box('ispe', Buffer.alloc(4), uint32(w), uint32(h))
  const turned = box('irot', bytes(quarters))
  const properties = box('ipco', size(512, 512), size(width, height), turned, size(320, 240))
  const meta = box('meta', Buffer.alloc(4), box('iprp', properties))
  return Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
    meta,
    box('mdat', Buffer.alloc(64)),
  ])
}

/** Returns a video with a track for each handler. The list of tracks is before or after the data. */
export function mp4(brand: string, handlers: readonly string[], isListedFirst: boolean): Buffer {
  const tracks = handlers.map((handler) =>
    box(
      'trak',
      box('tkhd', Buffer.alloc(84)),
      box('mdia', box('hdlr', Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(12))),
    ),
  )
  const moov = box('moov', box('mvhd', Buffer.alloc(100)), ...tracks)
  const data = [box('wide'), box('mdat', Buffer.alloc(300_000))]
  const start = box('ftyp', Buffer.from(`${brand}\0\0\0\0isom`, 'latin1'))
  return Buffer.concat(isListedFirst ? [start, moov, ...data] : [start, ...data, moov])
}

/**
 * Returns a video with a track of each type: 1 is video, 2 is sound. Its length is unknown, like that of a recording in
 * progress.
 */
export function webm(types: readonly number[]): Buffer {
  const element = (id: readonly number[], ...contents: readonly Buffer[]) => {
    const content = Buffer.concat(contents)
    return Buffer.concat([bytes(...id), bytes(0x40 | (content.length >> 8), content.length & 255), content])
  }
  const tracks = types.map((type) => element([0xae], element([0xd7], bytes(1)), element([0x83], bytes(type))))
  return Buffer.concat([
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from('webm'))),
    bytes(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    element([0x15, 0x49, 0xa9, 0x66], element([0x4d, 0x80], Buffer.from('recorder'))),
    element([0x16, 0x54, 0xae, 0x6b], ...tracks),
    bytes(0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    Buffer.alloc(100, 7),
  ])
}

/** Returns an archive whose entries are stored without compression. */
export function zip(entries: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const [nameBytes, data] = [Buffer.from(name), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, place, nameBytes)
    parts.push(entry)
    offset += entry.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(entries).length, 8)
  end.writeUInt16LE(Object.keys(entries).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}
