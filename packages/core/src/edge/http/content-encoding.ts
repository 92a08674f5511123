import { invalid } from '../../errors.js'
import { getHeader } from './headers.js'
import type { BodyStream, HttpHeaders } from './http.js'

/** Refuses a compressed body with a clear error, because its content would otherwise be reported as malformed. */
export function requirePlain(headers: HttpHeaders, { isDecoded }: BodyStream): void {
  const encoding = contentEncoding(headers)
  if (encoding === 'identity' || isDecoded === true) return
  throw invalid(
    { path: 'Content-Encoding', rule: 'unsupported' },
    `the Content-Encoding ${shown(encoding)} is not supported: send the body without one`,
  )
}

/** Returns the content encoding in lower case, or `identity` when the body is not encoded. */
export function contentEncoding(headers: HttpHeaders): string {
  const named = (getHeader(headers, 'content-encoding') ?? '').trim().toLowerCase()
  return named === '' ? 'identity' : named
}

/** Returns the encoding if it is printable, because header values may contain any byte. */
function shown(encoding: string): string {
  return /^[a-z0-9, *_-]{1,64}$/.test(encoding) ? encoding : 'of the request'
}
