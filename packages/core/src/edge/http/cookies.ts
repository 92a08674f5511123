import { OAuthError } from '../../errors.js'
import type { HttpHeaders } from './http.js'

/** Where the cookies of the authorization service apply. */
export interface CookieScope {
  /** Path of {auth_url}, without its origin. */
  readonly path: string
  /** Path that all of Parley is mounted at; empty for the root. */
  readonly basePath: string
  /** Whether the browser uses https. */
  readonly isSecure: boolean
}

/**
 * Returns the name of a cookie. Over https it gets the prefix `__Host-`: a browser accepts such a cookie only from this
 * exact host (RFC 6265bis §4.1.3.2), so a hostile subdomain cannot plant one. `__Secure-` would allow a narrower path
 * than `/` but would not prevent planting, and a path hides nothing from other pages of the origin (RFC 6265 §8.5). The
 * name contains the base path instead, to separate engines that share an origin.
 */
export function cookieName(name: string, { basePath, isSecure }: CookieScope): string {
  return isSecure ? `__Host-${name}${basePath.replaceAll(/[^\w~.-]/g, '.')}` : name
}

/**
 * Returns the value of a cookie (RFC 6265 §4.2). An empty value counts as absent, because removing a cookie leaves one.
 * Throws when the cookie occurs with two different values: one of them was planted, and its sender decides which comes
 * first (RFC 6265 §8.6).
 */
export function getCookie(headers: HttpHeaders, name: string): string | undefined {
  const values = new Set<string>()
  for (const pair of [headers.cookie ?? ''].flat().join(';').split(';')) {
    // `trim` would also remove other white space, and so turn a different name into this one.
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

/**
 * Returns a `Set-Cookie` header. The cookie is sent by this browser only, is hidden from scripts, and is not sent with
 * requests that other sites make in the background.
 */
export function setCookie(name: string, value: string, maxAgeSeconds: number, scope: CookieScope): string {
  const { path, isSecure } = scope
  const attributes = [`Path=${isSecure ? '/' : path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax']
  const pair = `${cookieName(name, scope)}=${value}`
  return [pair, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}
