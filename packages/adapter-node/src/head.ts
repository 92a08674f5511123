import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { HttpResponse } from '@parley/core/adapter'

type PresentValue = NonNullable<ReturnType<ServerResponse['getHeader']>>
type MergeHeader = (present: PresentValue, value: string) => string | string[] | undefined

/**
 * Merges a header with the value that the host has set, by name in lower case. `undefined` keeps the host's value. All
 * other headers replace it.
 */
const merges: ReadonlyMap<string, MergeHeader> = new Map<string, MergeHeader>([
  ['set-cookie', (present, value) => [...listed(present), value]],
  // Lists to which every party in front of the client adds (RFC 9110 §5.6.1).
  ['vary', joined],
  ['access-control-allow-headers', joined],
  ['access-control-allow-methods', joined],
  ['access-control-expose-headers', joined],
  // A host that sets these has made its own decision.
  ['access-control-allow-origin', () => undefined],
  ['access-control-max-age', () => undefined],
])

/**
 * Writes the head of a response. It uses `setHeader`, the one form that every middleware understands and after which
 * `getHeader` returns what was sent. `writeHead` gets an empty object, because some wrappers read its argument without
 * a check.
 *
 * What the host has set stays: its cookies, its list entries, and the origin that it allows (decisions §4.15). `length`
 * is the size of the body in bytes, or `undefined` to send none.
 */
export function writeHead(
  target: ServerResponse | Http2ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  length?: number,
): void {
  for (const name of Object.keys(headers)) setHeader(target, name, headers[name] ?? '')
  if (length !== undefined) target.setHeader('content-length', String(length))
  target.writeHead(status, {})
}

function setHeader(target: ServerResponse | Http2ServerResponse, name: string, value: string): void {
  const merge = merges.get(name.toLowerCase())
  const present = merge && target.getHeader(name)
  const merged = merge === undefined || present === undefined ? value : merge(present, value)
  if (merged !== undefined) target.setHeader(name, merged)
}

function listed(present: PresentValue): string[] {
  return Array.isArray(present) ? present : [String(present)]
}

function joined(present: PresentValue, value: string): string {
  return unionOf([...listed(present), value])
}

/**
 * Returns the content length to send, or `undefined` for none. A 204 must not carry one (RFC 9110 §8.6) and a 304 need
 * not; both end with their head.
 */
export function getContentLength({ status, body }: HttpResponse): number | undefined {
  if (status === 204 || status === 304) return undefined
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}

/** Returns the entries of the lists, each once, in their order. */
function unionOf(values: readonly string[]): string {
  const entries = new Map<string, string>()
  for (const entry of values.flatMap((value) => value.split(','))) {
    const name = entry.trim()
    const key = name.toLowerCase()
    if (name !== '' && !entries.has(key)) entries.set(key, name)
  }
  return [...entries.values()].join(', ')
}
