/** What a body says: its text, or what a parser in front of the engine has made of it. */
export type BodyContent = string | ParsedContent

export interface ParsedContent {
  /** Bounded in size, and in nothing else. */
  readonly value: unknown
  /** On the wire, or about so many. */
  readonly bytes: number
}

/** How much came; of a text its characters, which will do where it is charged for. */
export function contentBytes(content: BodyContent): number {
  return typeof content === 'string' ? content.length : content.bytes
}

/**
 * About what a parsed value takes as JSON. Counts no further than `mostBytes`, and without recursion: how deep the value
 * is nobody has checked.
 */
export function parsedBytes(value: unknown, mostBytes: number): number {
  const left = [value]
  let bytes = 0
  while (left.length > 0 && bytes <= mostBytes) {
    const part = left.pop()
    bytes += scalarBytes(part)
    if (typeof part !== 'object' || part === null) continue
    for (const [name, member] of Object.entries(part)) {
      bytes += Array.isArray(part) ? separatorBytes : scalarBytes(name) + 2 * separatorBytes
      left.push(member)
    }
  }
  return bytes
}

const separatorBytes = 1
/** Of a text its quotes, of a list or an object its brackets. */
const delimiterBytes = 2

function scalarBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + delimiterBytes
  return typeof value === 'object' && value !== null ? delimiterBytes : String(value).length
}
