import type { RtmHandshake } from '@parley/core/adapter'
import type { EngineQuery } from './handshake.js'

type CorsHeaders = Readonly<Record<string, string>>

const allowedOrigin = 'Access-Control-Allow-Origin'
/** Matches an origin as browsers send it. They never send longer ones, or lists. */
const originPattern = /^(?:null|[a-z][a-z0-9+.-]{0,30}:\/\/[\x21-\x7e]{0,300})$/

/**
 * Returns the CORS headers of a polling response. In browsers the clients of protocol revision 3 (Socket.IO 1 and 2)
 * always send credentials, and a browser then hides a response that allows every origin (`*`). So that revision gets
 * the asking origin by name, if `cors` allows it. This gives no rights, because `rtm/sio` ignores cookies (decisions
 * §10.8).
 */
export function withCredentials(
  cors: CorsHeaders,
  query: Pick<EngineQuery, 'EIO'> | undefined,
  headers: RtmHandshake['headers'],
): CorsHeaders {
  if (query?.EIO !== '3') return cors
  const { origin } = headers
  const isAllowed = cors[allowedOrigin] !== undefined
  if (!isAllowed || typeof origin !== 'string' || !originPattern.test(origin))
    return { ...cors, ...originMatters }
  return { ...cors, [allowedOrigin]: origin, 'Access-Control-Allow-Credentials': 'true', ...originMatters }
}

/** Tells caches that the response depends on the origin. */
const originMatters = { Vary: 'Origin' }
