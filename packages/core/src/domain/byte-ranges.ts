/** From `start` to before `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const oneRange = /^bytes=\s*(\d*)-(\d*)\s*$/i

/**
 * What a `Range` header asks for of so many bytes (RFC 9110 §14.2): one range; `unsatisfiable` where there is nothing of it;
 * `undefined` where all is to be sent: there is no such header, it is malformed, or asks for several ranges, which nobody
 * has to answer.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
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
