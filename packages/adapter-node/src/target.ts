/** Where a request goes: both parts as received, percent-encoded. */
export interface RequestTarget {
  readonly path: string
  /** Without the `?`; empty when there is none. */
  readonly query: string
}

const SLASH = 47

/**
 * Splits a request target (RFC 9112 §3.2) at its first `?`. Of the absolute form, which a server must accept
 * (§3.2.2), scheme and authority are dropped. The asterisk form gives the path `*`.
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
