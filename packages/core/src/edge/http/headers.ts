import type { HttpHeaders } from './http.js'

/** Returns the value of a header, or the first value of a repeated header. */
export function getHeader(headers: HttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** Returns the token of `Authorization: Bearer <token>` (RFC 6750 §2.1). The case of the scheme does not matter. */
export function bearerToken(headers: HttpHeaders): string | undefined {
  return /^bearer +(\S+) *$/i.exec(getHeader(headers, 'authorization') ?? '')?.[1]
}

/** Returns the token of an RTM `login`, which may be preceded by `Bearer ` (decisions §10.2). */
export function loginToken(token: string): string {
  return token.replace(/^bearer +/i, '')
}

/** Returns the credentials of `Authorization: Basic <credentials>` (RFC 7617 §2). */
export function basicCredentials(headers: HttpHeaders): string | undefined {
  return /^basic +(\S+) *$/i.exec(getHeader(headers, 'authorization') ?? '')?.[1]
}
