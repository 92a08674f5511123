import { OAuthError } from '../../errors.js'
import type { Settings } from '../../settings.js'
import { getHeader } from '../http/headers.js'
import type { HttpRequest } from '../http/http.js'

/** Matches a name or address with an optional port. Nothing else from the caller is repeated in a response. */
const hostShape = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/**
 * Returns {auth_url}, which identifies the service to apps. Without the option `baseUrl` it uses the address that the
 * caller used.
 */
export function getAuthUrl(
  request: HttpRequest,
  { origin, paths }: Pick<Settings, 'origin' | 'paths'>,
): string {
  return `${origin ?? addressedOrigin(request)}${paths.auth}`
}

/** Returns the origin that the caller used. Throws an `OAuthError` when the `Host` header is malformed. */
export function addressedOrigin({ headers, isSecure }: HttpRequest): string {
  const host = getHeader(headers, 'host') ?? 'localhost'
  if (!hostShape.test(host)) throw new OAuthError('invalid_request', 'malformed Host')
  return `${isSecure === true ? 'https' : 'http'}://${host}`
}
