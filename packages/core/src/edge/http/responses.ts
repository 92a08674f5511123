import { errorTable, type ParleyError } from '../../errors.js'
import { headerOf } from './headers.js'
import type { HttpHeaders, HttpResponse, TextResponse } from './http.js'
import { retryAfterHeader } from './retry-after.js'

/** Made anew for each answer: a host may change them. */
function jsonHeaders() {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}

/** A success: the payload itself, `{}` when there is none (decisions §15). */
export function json(status: number, payload: unknown): TextResponse {
  return { status, headers: jsonHeaders(), body: JSON.stringify(payload ?? {}) }
}

/** `{"error": {…}}` with the status of the error table (decisions §2). */
export function failure(error: ParleyError, requestId?: string): TextResponse {
  const headers = {
    ...jsonHeaders(),
    ...(error.type === 'authentication' && { 'WWW-Authenticate': 'Bearer' }),
    ...(error.type === 'method_not_allowed' && { Allow: `${String(error.data?.allow)}, OPTIONS` }),
    ...retryAfterHeader(errorTable[error.type].status, error.retryAfterSeconds),
    // What is left of the request is not worth reading.
    ...(closesConnection(error) && { Connection: 'close' }),
    ...requestIdHeader(requestId),
  }
  return { status: errorTable[error.type].status, headers, body: JSON.stringify({ error: error.toWire() }) }
}

/** Under which the operator finds the failure in the log. */
export function requestIdHeader(requestId: string | undefined): HttpResponse['headers'] | undefined {
  return requestId === undefined ? undefined : { 'X-Request-Id': requestId }
}

export function closesConnection({ type }: ParleyError): boolean {
  return type === 'entity_too_large' || type === 'request_timeout'
}

const requestHeaders = ['Authorization', 'Content-Type', 'Idempotency-Key']
const maxAskedHeaders = 50
const maxHeaderLength = 100

/**
 * Allows any header that the browser asks for, because telemetry adds its own to every request (`baggage`,
 * `sentry-trace`), and a header gives no rights: there are no credentials that a browser adds on its own (decisions §4.15).
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

/** What the browser asks for beyond the headers that Parley reads. Anything that is no header name is passed over. */
function furtherHeaders(headers: HttpHeaders): Iterable<string> {
  const known = new Set(requestHeaders.map((name) => name.toLowerCase()))
  const asked = headerOf(headers, 'access-control-request-headers') ?? ''
  const names = asked.split(',', maxAskedHeaders).map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => isHeaderName(name) && !known.has(name)))
}

/** RFC 9110 §5.6.2. */
function isHeaderName(name: string): boolean {
  return name.length <= maxHeaderLength && /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)
}

const exposed = { 'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id' } as const
const allOrigins = { 'Access-Control-Allow-Origin': '*', ...exposed } as const
const originMatters = { Vary: 'Origin' } as const

/** Decisions §4.15: without credentials; a listed origin is named, and caches are told that it matters. */
export function corsHeaders(
  headers: HttpHeaders,
  origins: readonly string[] | '*',
): HttpResponse['headers'] | undefined {
  const origin = headerOf(headers, 'origin')
  if (origins === '*') return origin === undefined ? undefined : allOrigins
  if (origin === undefined || !origins.includes(origin)) return originMatters
  return { 'Access-Control-Allow-Origin': origin, ...originMatters, ...exposed }
}

/** The connection serves no more requests after it. */
export function asLast(response: HttpResponse): HttpResponse {
  return withHeaders(response, { Connection: 'close' })
}

export function withHeaders(
  response: HttpResponse,
  headers: HttpResponse['headers'] | undefined,
): HttpResponse {
  if (headers === undefined) return response
  const { status, body, onGone } = response
  const merged = Object.assign({}, response.headers, headers)
  return onGone === undefined ? { status, headers: merged, body } : { status, headers: merged, body, onGone }
}
