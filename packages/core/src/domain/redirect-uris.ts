/** Spec authorization.md "Redirect URI matching", decisions §4.7. No repair of the URL parser is accepted. */

/** scheme and host with port · path */
const shape = /^(https?:\/\/[^/?#\\@\s]+)(\/[^?#\\\s]*)?$/

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

/** No traversal, slash, backslash or control character in any encoding, however often it is encoded. */
function isPlainPath(path: string): boolean {
  const decodedOnce = decodePercentSigns(path)
  if (/%(?:2f|5c|[01][0-9a-f]|7f)/i.test(decodedOnce) || !isDecodable(path)) return false
  const segments = decodedOnce.replaceAll(/%2e/gi, '.').split('/')
  // Some servers take what follows a semicolon as parameters of the segment.
  return !segments.some((segment) => /^\.{1,2}(?:;|$)/.test(segment))
}

function decodePercentSigns(path: string): string {
  const decoded = path.replaceAll('%25', '%')
  return decoded === path ? path : decodePercentSigns(decoded)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
