import { OAuthError } from '../../errors.js'
import type { Settings } from '../../settings.js'
import { headerOf } from '../http/headers.js'
import type { HttpRequest } from '../http/http.js'

/** A name or address, and a port: nothing else that a caller makes up gets into an answer. */
const hostShape = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** {auth_url}, which names the service to apps; without the option `baseUrl` as the caller addresses it. */
export function authUrlOf(
  request: HttpRequest,
  { origin, paths }: Pick<Settings, 'origin' | 'paths'>,
): string {
  return `${origin ?? addressedOrigin(request)}${paths.auth}`
}

/** The origin as the caller addresses it; an `OAuthError` where that is none. */
export function addressedOrigin({ headers, isSecure }: HttpRequest): string {
  const host = headerOf(headers, 'host') ?? 'localhost'
  if (!hostShape.test(host)) throw new OAuthError('invalid_request', 'malformed Host')
  return `${isSecure === true ? 'https' : 'http'}://${host}`
}
