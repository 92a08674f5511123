// Finds out whether a media file has video tracks. Voice recordings of browsers are WebM or MP4 files too.

const containers = ['moov', 'trak', 'mdia'] as const
const maxDepth = 3
/** Maximum number of boxes that are read. A film has only a few. */
const maxBoxCount = 10_000

/**
 * Returns whether an MP4 has audio tracks and no video track. `moov` holds the data of the box of that name; returns
 * false when it is cut off.
 */
export function isAudioOnlyMp4(moov: Buffer): boolean {
  const handlers: string[] = []
  const budget = { left: maxBoxCount }
  const isWhole = readBoxes(moov, handlers, 0, budget)
  return isWhole && handlers.includes('soun') && !handlers.includes('vide')
}

function readBoxes(data: Buffer, handlers: string[], depth: number, budget: { left: number }): boolean {
  for (let at = 0; at + 8 <= data.length; ) {
    const bytes = data.readUInt32BE(at)
    const type = data.toString('latin1', at + 4, at + 8)
    budget.left -= 1
    if (bytes < 8 || at + bytes > data.length || budget.left < 0) return false
    const content = data.subarray(at + 8, at + bytes)
    if (type === 'hdlr') handlers.push(content.toString('latin1', 8, 12))
    else if (depth < maxDepth && isContainer(type) && !readBoxes(content, handlers, depth + 1, budget))
      return false
    at += bytes
  }
  return true
}

function isContainer(type: string): boolean {
  return containers.some((container) => container === type)
}

/** Elements of Matroska whose content is read (RFC 9559). */
const ebmlContainers: ReadonlySet<number> = new Set([0x1853_8067, 0x1654_ae6b, 0xae])
const tracksElement = 0x1654_ae6b
const clusterElement = 0x1f43_b675
const trackTypeElement = 0x83
const [videoTrack, audioTrack] = [1, 2]

/**
 * Returns whether a WebM or Matroska file has audio tracks and no video track, as far as `head`, the beginning of the
 * file, shows them.
 */
export function isAudioOnlyMatroska(head: Buffer): boolean {
  const types: number[] = []
  let hasTracks = false
  for (let at = 0; at < head.length; ) {
    const id = variableInt(head, at, true)
    const length = id && variableInt(head, at + id.bytes, false)
    if (id === undefined || length === undefined || id.value === clusterElement) break
    const start = at + id.bytes + length.bytes
    if (id.value === trackTypeElement) types.push(head[start] ?? 0)
    hasTracks ||= id.value === tracksElement
    at = ebmlContainers.has(id.value) ? start : start + length.value
  }
  return hasTracks && types.includes(audioTrack) && !types.includes(videoTrack)
}

/**
 * Reads a variable-length integer (RFC 8794 §4). The length marker stays in element ids, and is removed from lengths.
 */
function variableInt(data: Buffer, at: number, keepsMarker: boolean) {
  const first = data[at] ?? 0
  const bytes = Math.clz32(first) - 23
  if (bytes > (keepsMarker ? 4 : 8) || at + bytes > data.length) return undefined
  let value = keepsMarker ? first : first & (0xff >> bytes)
  for (let index = 1; index < bytes; index += 1) value = value * 256 + (data[at + index] ?? 0)
  return { bytes, value }
}
