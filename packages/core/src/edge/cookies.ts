import { headerOf } from './headers.js'
import type { HttpHeaders } from './http.js'

/** The value of a cookie (RFC 6265 §4.2); the first of several. An empty one, as is left of a removed one, is none. */
export function cookieOf(headers: HttpHeaders, name: string): string | undefined {
  for (const pair of (headerOf(headers, 'cookie') ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=')
    const text = value.join('=')
    if (key === name && text !== '') return text
  }
  return undefined
}

export interface CookieScope {
  readonly path: string
  readonly isSecure: boolean
}

/** For this browser only, not for scripts, not with requests that other sites make in the background. */
export function setCookie(
  name: string,
  value: string,
  maxAgeSeconds: number,
  { path, isSecure }: CookieScope,
): string {
  const attributes = [`Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax']
  return [`${name}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
}
