import { invalid } from '../../errors.js'
import { headerOf } from './headers.js'
import type { BodyStream, HttpHeaders } from './http.js'

/** Refuses a packed body by name: what it says would otherwise be called malformed. */
export function requirePlain(headers: HttpHeaders, { isDecoded }: BodyStream): void {
  const encoding = contentEncoding(headers)
  if (encoding === 'identity' || isDecoded === true) return
  throw invalid(
    { path: 'Content-Encoding', rule: 'unsupported' },
    `the Content-Encoding ${shown(encoding)} is not supported: send the body without one`,
  )
}

/** In lower case; `identity` where the body is as it is. */
export function contentEncoding(headers: HttpHeaders): string {
  const named = (headerOf(headers, 'content-encoding') ?? '').trim().toLowerCase()
  return named === '' ? 'identity' : named
}

/** Header values may hold any byte. */
function shown(encoding: string): string {
  return /^[a-z0-9, *_-]{1,64}$/.test(encoding) ? encoding : 'of the request'
}
