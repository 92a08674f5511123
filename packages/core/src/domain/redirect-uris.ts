/**
 * Matches redirect URIs (spec authorization.md "Redirect URI matching", decisions §4.7). A URI that the URL parser
 * would repair is refused.
 */

/**
 * Scheme and host with port, then the path. Hosts with `*`, `;`, `,` or `'` are refused: no real host has them, and a
 * security policy or a list would interpret them.
 */
const shape = /^(https?:\/\/[a-z0-9._:[\]-]+)(\/[^?#\\\s]*)?$/

interface Parts {
  readonly origin: string
  readonly path: string
}

/** Returns whether the URI can be registered: `http(s)://host[:port][/path]`, spelled as the URL parser writes it. */
export function isRedirectUri(uri: string): boolean {
  return partsOf(uri) !== undefined
}

/** Returns whether the requested URI has the registered scheme and host, and its path contains the registered path. */
export function matchesRedirectUri(requested: string, registered: string): boolean {
  const asked = partsOf(requested)
  const allowed = partsOf(registered)
  if (asked === undefined || allowed === undefined || asked.origin !== allowed.origin) return false
  return allowed.path === '' || (asked.path || '/').includes(allowed.path)
}

/** Returns whether the requested URI matches at least one of the registered ones. */
export function matchesAnyRedirectUri(requested: string, registered: readonly string[]): boolean {
  return registered.some((uri) => matchesRedirectUri(requested, uri))
}

function partsOf(uri: string): Parts | undefined {
  const [, origin, path = ''] = shape.exec(uri) ?? []
  if (origin === undefined || !URL.canParse(uri) || !isPlainPath(path)) return undefined
  const { href, host, protocol } = new URL(uri)
  const isAsParsed = href === (path === '' ? `${uri}/` : uri) && origin === `${protocol}//${host}`
  return isAsParsed ? { origin, path } : undefined
}

const loosePercent = /%(?![0-9a-f]{2})/i

/**
 * Returns whether the path contains no traversal, and no encoded slash, backslash or control character, however often
 * it is encoded.
 */
function isPlainPath(path: string): boolean {
  if (loosePercent.test(path)) return false
  const decoded = decodeFully(path)
  if (decoded === undefined || /[\\\p{Cc}]/u.test(decoded)) return false
  // An additional slash after decoding was an encoded one.
  if (decoded.split('/').length !== path.split('/').length) return false
  // Some servers treat the text after a semicolon as parameters of the segment.
  return !decoded.split('/').some((segment) => /^\.{1,2}(?:;|$)/.test(segment))
}

/** Maximum number of decoding rounds. Encoding more often has no purpose, and each round costs a pass. */
const maxDecodingCount = 4

/**
 * Returns the path after decoding it until nothing changes, or `undefined` when it is malformed, not UTF-8, or encoded
 * too often.
 */
function decodeFully(path: string): string | undefined {
  let decoded = path
  for (let count = 0; count <= maxDecodingCount; count += 1) {
    const next = decode(decoded)
    if (next === undefined || next === decoded) return next
    decoded = next
  }
  return undefined
}

/** Decodes once. Keeps percent signs that stand for themselves, which may remain after `%25` is decoded. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll(new RegExp(loosePercent, 'gi'), '%25'))
  } catch {
    return undefined
  }
}
