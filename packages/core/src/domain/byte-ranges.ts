/** The bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const oneRange = /^bytes=\s*(\d*)-(\d*)\s*$/i

/**
 * Returns the byte range that a `Range` header selects from a file of `size` bytes (RFC 9110 §14.2), or `unsatisfiable`
 * when the file has no such bytes. Returns `undefined` when the whole file is to be sent: the header is missing,
 * malformed, or selects several ranges, which a server may ignore.
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = oneRange.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return suffixOf(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}

function suffixOf(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size }
}
