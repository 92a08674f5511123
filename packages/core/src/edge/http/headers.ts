import type { HttpHeaders } from './http.js'

/** The value of a header that comes once; of a repeated one the first. */
export function headerOf(headers: HttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** The token of `Authorization: Bearer <token>` (RFC 6750 §2.1; the scheme's case does not matter). */
export function bearerToken(headers: HttpHeaders): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1]
}

/** RTM `login` carries the token bare or after `Bearer ` (decisions §10.2). */
export function loginToken(token: string): string {
  return token.replace(/^bearer +/i, '')
}

/** What follows the scheme of `Authorization: Basic <credentials>` (RFC 7617 §2). */
export function basicCredentials(headers: HttpHeaders): string | undefined {
  return /^basic +(\S+) *$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1]
}
