/** Spec authorization.md "Redirect URI matching", decisions §4.7. No repair of the URL parser is accepted. */

/** scheme and host with port · path. A host with `*`, `;`, `,` or `'` is nobody's, but a policy or list would read it. */
const shape = /^(https?:\/\/[a-z0-9._:[\]-]+)(\/[^?#\\\s]*)?$/

interface Parts {
  readonly origin: string
  readonly path: string
}

/** Whether a URI can be registered: `http(s)://host[:port][/path]`, in the spelling that the parser gives it. */
export function isRedirectUri(uri: string): boolean {
  return partsOf(uri) !== undefined
}

/** Whether scheme and host are the registered ones and the registered path is a substring of the requested one. */
export function matchesRedirectUri(requested: string, registered: string): boolean {
  const asked = partsOf(requested)
  const allowed = partsOf(registered)
  if (asked === undefined || allowed === undefined || asked.origin !== allowed.origin) return false
  return allowed.path === '' || (asked.path || '/').includes(allowed.path)
}

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

/** No traversal, slash, backslash or control character in any encoding, however often it is encoded. */
function isPlainPath(path: string): boolean {
  if (loosePercent.test(path)) return false
  const decoded = decodeFully(path)
  if (decoded === undefined || /[\\\p{Cc}]/u.test(decoded)) return false
  // A slash more than before was encoded.
  if (decoded.split('/').length !== path.split('/').length) return false
  // Some servers take what follows a semicolon as parameters of the segment.
  return !decoded.split('/').some((segment) => /^\.{1,2}(?:;|$)/.test(segment))
}

/** Nobody has a reason to encode more often, and each round costs a pass. */
const maxDecodingCount = 4

/** `undefined` for what is not UTF-8, malformed, or encoded without end. */
function decodeFully(path: string): string | undefined {
  let decoded = path
  for (let count = 0; count <= maxDecodingCount; count += 1) {
    const next = decode(decoded)
    if (next === undefined || next === decoded) return next
    decoded = next
  }
  return undefined
}

/** A percent sign that stands for itself, as may remain once `%25` is decoded, stays. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll(new RegExp(loosePercent, 'gi'), '%25'))
  } catch {
    return undefined
  }
}
