/** Content of a request body: its text, or the value that a parser in front of the engine has made of it. */
export type BodyContent = string | ParsedContent

/** A body that a parser in front of the engine has parsed. */
export interface ParsedContent {
  /** Parsed value. Only its size has been checked. */
  readonly value: unknown
  /** Size of the body on the wire, in bytes; an estimate when it is not known. */
  readonly bytes: number
}

/** Returns the size of the content. A text counts in characters, which is exact enough for rate limits. */
export function contentBytes(content: BodyContent): number {
  return typeof content === 'string' ? content.length : content.bytes
}

/**
 * Estimates the size of a parsed value as JSON, in bytes. Stops counting above `mostBytes`, and does not recurse,
 * because the nesting depth of the value has not been checked.
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
/** Quotes of a string, or brackets of a list or an object. */
const delimiterBytes = 2

function scalarBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + delimiterBytes
  return typeof value === 'object' && value !== null ? delimiterBytes : String(value).length
}
