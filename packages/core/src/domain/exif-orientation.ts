// Reads how a photo is to be rotated: a tag in the first directory of a TIFF block (Exif 2.32, TIFF 6.0).

const orientationTag = 0x0112
const shortType = 3
const entryBytes = 12
/** Maximum number of directory entries that are read. A directory written by a camera has a few dozen. */
const maxEntryCount = 256
const exifHeader = Buffer.from('Exif\0\0', 'latin1')

/**
 * Returns whether the photo is shown with width and height swapped: orientations 5 to 8. Returns false when the data is
 * not a TIFF block or has no such tag.
 */
export function isTurned(exif: Buffer): boolean {
  const tiff = exif.subarray(0, exifHeader.length).equals(exifHeader)
    ? exif.subarray(exifHeader.length)
    : exif
  const orientation = orientationOf(tiff)
  return orientation !== undefined && orientation >= 5 && orientation <= 8
}

function orientationOf(tiff: Buffer): number | undefined {
  const read = reader(tiff)
  if (read === undefined || read.uint16(2) !== 42) return undefined
  const directory = read.uint32(4) ?? 0
  const count = Math.min(read.uint16(directory) ?? 0, maxEntryCount)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * entryBytes
    if (read.uint16(entry) !== orientationTag) continue
    return read.uint16(entry + 2) === shortType ? read.uint16(entry + 8) : undefined
  }
  return undefined
}

/** Returns functions that read numbers in the byte order of the block, and `undefined` beyond its end. */
function reader(tiff: Buffer) {
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const isLittle = order === 'II'
  return {
    uint16: (at: number) => {
      if (at + 2 > tiff.length) return undefined
      return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
    },
    uint32: (at: number) => {
      if (at + 4 > tiff.length) return undefined
      return isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
    },
  }
}

/** Start of the box that rotates an image in steps of 90°: length, type, then the angle (ISO/IEC 23008-12). */
const turnBox = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot', 'latin1')])

/**
 * Returns whether the properties of a HEIF image rotate it to its side. Its Exif block may say the same, but does not
 * count in HEIF.
 */
export function isTurnedHeif(head: Buffer): boolean {
  const at = head.indexOf(turnBox)
  return at >= 0 && (head[at + turnBox.length] ?? 0) % 2 === 1
}

const exifMarker = 0xe1
/** Marker of the image data, after which no Exif block follows. */
const scanMarker = 0xda

/** Returns the Exif block of a JPEG, or `undefined` when `head`, the beginning of the file, contains none. */
export function readJpegExif(head: Buffer): Buffer | undefined {
  for (let at = 2; at + 4 <= head.length; ) {
    if (head[at] !== 0xff) return undefined
    const marker = head[at + 1]
    // Bytes of 0xff may pad the space between segments.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === scanMarker) return undefined
    const end = at + 2 + head.readUInt16BE(at + 2)
    const data = head.subarray(at + 4, end)
    if (marker === exifMarker && data.subarray(0, exifHeader.length).equals(exifHeader)) return data
    at = end
  }
  return undefined
}
