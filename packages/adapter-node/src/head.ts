import type { ServerResponse } from 'node:http'
import type { Http2ServerResponse } from 'node:http2'

/** Lists to which each party in front of the client adds (RFC 9110 §5.6.1), in lower case. */
const lists: ReadonlySet<string> = new Set([
  'vary',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
])
/** A host that sets these has decided for itself, in lower case. */
const decidedByHost: ReadonlySet<string> = new Set(['access-control-allow-origin', 'access-control-max-age'])

/**
 * Writes the head of an answer through `setHeader`, because that is the one form that every middleware understands and
 * after which `getHeader` tells what was sent. `writeHead` gets no headers, but an object, which some wrappers read
 * without asking whether it is there. What the host has set before stays: its cookies, its entries of lists, and the
 * origin that it allows (decisions §4.15).
 */
export function writeHead(
  target: ServerResponse | Http2ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  for (const name of Object.keys(headers)) {
    const value = mergedValue(target, name.toLowerCase(), headers[name] ?? '')
    if (value !== undefined) target.setHeader(name, value)
  }
  target.writeHead(status, {})
}

/** What to set in place of what the host has set, if anything; `undefined` leaves the host's value. */
function mergedValue(
  target: ServerResponse | Http2ServerResponse,
  name: string,
  value: string,
): string | string[] | undefined {
  const isCookie = name === 'set-cookie'
  if (!isCookie && !lists.has(name) && !decidedByHost.has(name)) return value
  const present = target.getHeader(name)
  if (present === undefined) return value
  if (decidedByHost.has(name)) return undefined
  const values = Array.isArray(present) ? present : [String(present)]
  return isCookie ? [...values, value] : unionOf([...values, value])
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
