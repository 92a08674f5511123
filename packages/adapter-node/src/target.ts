/** Target of a request. Both parts are percent-encoded, as received. */
export interface RequestTarget {
  readonly path: string
  /** Query without the `?`, empty when there is none. */
  readonly query: string
}

const SLASH = 47

/**
 * Splits a request target (RFC 9112 §3.2) at its first `?`. The absolute form, which a server must accept (§3.2.2),
 * loses its scheme and authority. The asterisk form gives the path `*`.
 */
export function splitTarget(url: string): RequestTarget {
  const target = url.charCodeAt(0) === SLASH ? url : withoutAuthority(url)
  const mark = target.indexOf('?')
  if (mark === -1) return { path: target, query: '' }
  return { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

function withoutAuthority(url: string): string {
  const scheme = url.indexOf('://')
  if (scheme === -1) return url
  const authorityLength = url.slice(scheme + 3).search(/[/?]/)
  if (authorityLength === -1) return '/'
  const rest = url.slice(scheme + 3 + authorityLength)
  return rest.startsWith('/') ? rest : `/${rest}`
}
