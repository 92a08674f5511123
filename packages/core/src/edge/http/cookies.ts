import { OAuthError } from '../../errors.js'
import type { HttpHeaders } from './http.js'

/** Where cookies of the authorization service are for. */
export interface CookieScope {
  /** {auth_url} without its origin. */
  readonly path: string
  /** What all of Parley is mounted at; empty for the root. */
  readonly basePath: string
  /** Whether the browser comes over https. */
  readonly isSecure: boolean
}

/**
 * Over https a cookie is `__Host-`: a browser takes it from this very host alone (RFC 6265bis §4.1.3.2), so another
 * host of the site, a subdomain beside ours that is hostile or was taken over, cannot plant one. `__Secure-` would
 * allow a narrower path than `/`, but keeps nobody from planting; and a path hides nothing from other pages of the
 * origin (RFC 6265 §8.5). What the path told apart the name does, for engines that share an origin.
 */
export function cookieName(name: string, { basePath, isSecure }: CookieScope): string {
  return isSecure ? `__Host-${name}${basePath.replaceAll(/[^\w~.-]/g, '.')}` : name
}

/**
 * The value of a cookie (RFC 6265 §4.2). An empty one, as is left of a removed one, is none. Of two that differ one
 * was planted, and who planted it decides which comes first (RFC 6265 §8.6): neither counts. We set no two.
 */
export function cookieOf(headers: HttpHeaders, name: string): string | undefined {
  const values = new Set<string>()
  for (const pair of [headers.cookie ?? ''].flat().join(';').split(';')) {
    // No `trim`: it knows more blanks than cookies do, and would turn another name into this one.
    const text = pair.replace(/^[ \t]+/, '')
    if (text.startsWith(`${name}=`)) values.add(text.slice(name.length + 1))
  }
  values.delete('')
  if (values.size > 1) {
    const description =
      'Your browser has two different cookies of this page. Please delete the cookies of this site.'
    throw new OAuthError('invalid_request', description)
  }
  return values.values().next().value
}

/** For this browser only, not for scripts, not with requests that other sites make in the background. */
export function setCookie(name: string, value: string, maxAgeSeconds: number, scope: CookieScope): string {
  const { path, isSecure } = scope
  const attributes = [`Path=${isSecure ? '/' : path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax']
  const pair = `${cookieName(name, scope)}=${value}`
  return [pair, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}
