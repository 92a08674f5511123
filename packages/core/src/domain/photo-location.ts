// Removes the location from the metadata of a photo: an Exif directory (Exif 2.32), or XMP (CIPA DC-010).

const gpsTag = 0x8825
const entryBytes = 12
const maxEntryCount = 256
/** Size of one value of each type in bytes, starting with type 1 (TIFF 6.0). */
const typeBytes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
const exifHeader = 'Exif\0\0'
const xmpAttribute = /(exif:GPS\w{1,40}\s{0,8}=\s{0,8})("[^"]{0,256}"|'[^']{0,256}')/g
const xmpElement = /(<exif:GPS\w{1,40}[^>]{0,256}>)([^<]{0,256})/g

/**
 * Returns the metadata without the location and with the same length. Exif data is copied; other data without a
 * location is returned as it is.
 */
export function withoutLocation(description: Buffer): Buffer {
  const header = description.toString('latin1', 0, exifHeader.length)
  const tiffAt = header === exifHeader ? exifHeader.length : 0
  const order = description.toString('latin1', tiffAt, tiffAt + 2)
  if (order !== 'II' && order !== 'MM') return withoutXmpLocation(description)
  const copy = Buffer.from(description)
  blankGps(copy.subarray(tiffAt), order === 'II')
  return copy
}

function withoutXmpLocation(description: Buffer): Buffer {
  if (!description.includes('exif:GPS')) return description
  const blanked = (value: string) => value.replace(/[^"']/g, ' ')
  const text = description
    .toString('latin1')
    .replace(xmpAttribute, (_, name: string, value: string) => `${name}${blanked(value)}`)
    .replace(xmpElement, (_, tag: string, value: string) => `${tag}${value.replace(/./gs, ' ')}`)
  return Buffer.from(text, 'latin1')
}

/** Overwrites the GPS directory and its values with zeros. The directory stays, without entries. */
function blankGps(tiff: Buffer, isLittle: boolean): void {
  const uint16 = (at: number) => {
    if (at + 2 > tiff.length) return 0
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  }
  const uint32 = (at: number) => {
    if (at + 4 > tiff.length) return 0
    return isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  }
  const entriesOf = (directory: number) => {
    const count = Math.min(uint16(directory), maxEntryCount)
    return Array.from({ length: count }, (_, index) => directory + 2 + index * entryBytes)
  }
  const blank = (from: number, bytes: number) =>
    tiff.fill(0, Math.min(from, tiff.length), Math.min(from + bytes, tiff.length))
  const pointer = entriesOf(uint32(4)).find((entry) => uint16(entry) === gpsTag)
  if (pointer === undefined) return
  const directory = uint32(pointer + 8)
  for (const entry of entriesOf(directory)) {
    const bytes = (typeBytes[uint16(entry + 2) - 1] ?? 0) * uint32(entry + 4)
    if (bytes > 4) blank(uint32(entry + 8), bytes)
    blank(entry, entryBytes)
  }
  blank(directory, 2)
}
