import type { HttpHeaders } from './http.js'

/** Maximum number of characters of each header that are read, from its end. Longer proxy chains do not occur. */
const maxLength = 4_096

/**
 * Returns the addresses that proxies have recorded, the nearest first, from `X-Forwarded-For` or `Forwarded` (RFC 7239
 * §4). When both headers are present, only the part in which they agree counts: a proxy adds to one of them, and the
 * other may come from anyone.
 */
export function forwardedFor(headers: HttpHeaders): readonly string[] {
  const listed = nearestFirst(headers['x-forwarded-for'], listElements)
  const described = nearestFirst(headers.forwarded, forwardedElements)
  if (described === undefined) return listed ?? []
  if (listed === undefined) return described
  const differing = listed.findIndex((address, index) => address !== described[index])
  return differing < 0 ? listed : listed.slice(0, differing)
}

function nearestFirst(
  header: HttpHeaders[string],
  elementsOf: (text: string) => readonly string[],
): readonly string[] | undefined {
  if (header === undefined) return undefined
  const text = typeof header === 'string' ? header : header.join(',')
  return elementsOf(text.slice(-maxLength)).toReversed()
}

function listElements(text: string): readonly string[] {
  return text.split(',').map((element) => withoutPort(element.trim()))
}

/**
 * Returns one element per hop. An element without a readable `for` becomes an empty string, so that the number of hops
 * is right.
 */
function forwardedElements(text: string): readonly string[] {
  return splitUnquoted(text, ',').map((element) => {
    const pairs = splitUnquoted(element, ';').map((pair) => pair.trim())
    const value = pairs.find((pair) => /^for=/i.test(pair))?.slice('for='.length) ?? ''
    return withoutPort(value.replace(/^"(.*)"$/, '$1'))
  })
}

/**
 * Splits at separators outside of quotes. Quotes are paired from the end, where proxies add: an unclosed quote of the
 * client then affects only what came from the client.
 */
function splitUnquoted(text: string, separator: string): readonly string[] {
  const parts: string[] = []
  let isQuoted = false
  let end = text.length
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (text[at] !== separator || isQuoted) continue
    parts.push(text.slice(at + 1, end))
    end = at
  }
  return [...parts, text.slice(0, end)].toReversed()
}

/** Removes brackets and port from `192.0.2.1:80`, `[2001:db8::1]:80` and `[2001:db8::1]`. */
function withoutPort(node: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\w*)?$/.exec(node) ?? []
  return bracketed ?? plain ?? node
}
