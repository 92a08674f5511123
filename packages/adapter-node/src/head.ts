import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'
import type { HttpResponse } from '@parley/core'

type Present = NonNullable<ReturnType<ServerResponse['getHeader']>>
type Merge = (present: Present, value: string) => string | string[] | undefined

/**
 * What to set where the host has set the header before; `undefined` leaves the host's value. By names in lower case; all
 * other headers replace the host's.
 */
const merges: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ['set-cookie', (present, value) => [...listed(present), value]],
  // Lists to which each party in front of the client adds (RFC 9110 §5.6.1).
  ['vary', joined],
  ['access-control-allow-headers', joined],
  ['access-control-allow-methods', joined],
  ['access-control-expose-headers', joined],
  // A host that sets these has decided for itself.
  ['access-control-allow-origin', () => undefined],
  ['access-control-max-age', () => undefined],
])

/**
 * Writes the head of an answer through `setHeader`, because that is the one form that every middleware understands and
 * after which `getHeader` tells what was sent. `writeHead` gets no headers, but an object, which some wrappers read
 * without asking whether it is there. What the host has set before stays: its cookies, its entries of lists, and the
 * origin that it allows (decisions §4.15). `length`: of the body in bytes, if it is known and is told.
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

function listed(present: Present): string[] {
  return Array.isArray(present) ? present : [String(present)]
}

function joined(present: Present, value: string): string {
  return unionOf([...listed(present), value])
}

/** Bytes of the body to tell. A 204 or 304 must not (RFC 9110 §8.6) or need not carry a length; both end with their head. */
export function lengthOf({ status, body }: HttpResponse): number | undefined {
  if (status === 204 || status === 304) return undefined
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}

/** The entries of the lists, each once, in the order in which they come. */
function unionOf(values: readonly string[]): string {
  const entries = new Map<string, string>()
  for (const entry of values.flatMap((value) => value.split(','))) {
    const name = entry.trim()
    const key = name.toLowerCase()
    if (name !== '' && !entries.has(key)) entries.set(key, name)
  }
  return [...entries.values()].join(', ')
}
