import { errorTable, type ParleyError } from '../../errors.js'
import { getHeader } from './headers.js'
import type { HttpHeaders, HttpResponse, TextResponse } from './http.js'
import { retryAfterHeader } from './retry-after.js'

/** Returns new headers for each response, because a host may change them. */
function jsonHeaders() {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}

/** Returns a successful response with the payload, or `{}` when there is none (decisions §15). */
export function json(status: number, payload: unknown): TextResponse {
  return { status, headers: jsonHeaders(), body: JSON.stringify(payload ?? {}) }
}

/** Returns a response `{"error": {…}}` with the status from the error table (decisions §2). */
export function failure(error: ParleyError, requestId?: string): TextResponse {
  const headers = {
    ...jsonHeaders(),
    ...(error.type === 'authentication' && { 'WWW-Authenticate': 'Bearer' }),
    ...(error.type === 'method_not_allowed' && { Allow: `${String(error.data?.allow)}, OPTIONS` }),
    ...retryAfterHeader(errorTable[error.type].status, error.retryAfterSeconds),
    // The rest of the request is not read, so the connection is closed.
    ...(closesConnection(error) && { Connection: 'close' }),
    ...requestIdHeader(requestId),
  }
  return { status: errorTable[error.type].status, headers, body: JSON.stringify({ error: error.toWire() }) }
}

/** Returns the header with the request id, which the operator can find in the log. */
export function requestIdHeader(requestId: string | undefined): HttpResponse['headers'] | undefined {
  return requestId === undefined ? undefined : { 'X-Request-Id': requestId }
}

/** Returns whether the connection is closed after this error, because the request was not read completely. */
export function closesConnection({ type }: ParleyError): boolean {
  return type === 'entity_too_large' || type === 'request_timeout'
}

const requestHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key']
const maxRequestedHeaders = 50
const maxHeaderLength = 100

/**
 * Returns the response to a preflight request. Allows any header that the browser asks for, because telemetry adds
 * headers to every request (`baggage`, `sentry-trace`). A header grants no rights: browsers add no credentials on their
 * own (decisions §4.15).
 */
export function preflight(methods: string, headers: HttpHeaders): HttpResponse {
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': [...requestHeaders, ...furtherHeaders(headers)].join(', '),
      'Access-Control-Max-Age': '86400',
    },
    body: '',
  }
}

/** Returns the requested headers that Parley does not read itself. Invalid header names are ignored. */
function furtherHeaders(headers: HttpHeaders): Iterable<string> {
  const known = new Set(requestHeaders.map((name) => name.toLowerCase()))
  const requested = getHeader(headers, 'access-control-request-headers') ?? ''
  const names = requested.split(',', maxRequestedHeaders).map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => isHeaderName(name) && !known.has(name)))
}

/** Checks the syntax of a header name (RFC 9110 §5.6.2). */
function isHeaderName(name: string): boolean {
  return name.length <= maxHeaderLength && /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)
}

const exposed = { 'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id' } as const
const allOrigins = { 'Access-Control-Allow-Origin': '*', ...exposed } as const
const originMatters = { Vary: 'Origin' } as const

/**
 * Returns the CORS headers. They allow no credentials; a listed origin is named, and caches are told that the response
 * depends on it (decisions §4.15).
 */
export function corsHeaders(
  headers: HttpHeaders,
  origins: readonly string[] | '*',
): HttpResponse['headers'] | undefined {
  const origin = getHeader(headers, 'origin')
  if (origins === '*') return origin === undefined ? undefined : allOrigins
  if (origin === undefined || !origins.includes(origin)) return originMatters
  return { 'Access-Control-Allow-Origin': origin, ...originMatters, ...exposed }
}

/** Marks the response as the last one on its connection. */
export function markAsLast(response: HttpResponse): HttpResponse {
  return withHeaders(response, { Connection: 'close' })
}

/** Returns the response with additional headers. */
export function withHeaders(
  response: HttpResponse,
  headers: HttpResponse['headers'] | undefined,
): HttpResponse {
  if (headers === undefined) return response
  const { status, body, onClose } = response
  const merged = Object.assign({}, response.headers, headers)
  return onClose === undefined
    ? { status, headers: merged, body }
    : { status, headers: merged, body, onClose }
}
