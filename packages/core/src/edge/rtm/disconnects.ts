import { apis, type ChatApi, type DisconnectReason } from '../../contract/apis.js'
import type { CloseCode } from '../../contract/close-codes.js'
import type { ErrorType, ParleyError } from '../../errors.js'
import type { EndCause } from '../../push/push-target.js'
import { closeCodes } from './close-codes.js'

/** How a connection ends: the reason in the disconnect push, if the API documents one that fits, and the close code. */
export interface Disconnect {
  readonly reason: DisconnectReason | undefined
  readonly code: CloseCode
}

const { disconnected, tokenEnded, unsupportedVersion } = closeCodes

type Refusal = Pick<ParleyError, 'type' | 'retryAfterSeconds'>

/**
 * Returns how a connection ends after a refused `login`, or `undefined` when the client may try again (decisions §10.3,
 * §10.6).
 */
export function findLoginDisconnect(
  api: ChatApi,
  { type, retryAfterSeconds }: Refusal,
): Disconnect | undefined {
  switch (type) {
    case 'customer_banned':
    case 'license_expired':
    case 'license_not_found':
      return disconnectFor(api, type)
    case 'too_many_requests':
      // Without a retry time the user has too many connections; with one the client may log in later.
      return retryAfterSeconds === undefined ? disconnectFor(api, 'too_many_connections') : undefined
    default:
      return undefined
  }
}

/**
 * Returns how a session ends whose token, license or customer is no longer valid, or `undefined` for every other error
 * (decisions §10.6, §10.9).
 */
export function findSessionDisconnect(api: ChatApi, error: ErrorType): Disconnect | undefined {
  if (error === 'license_expired' || error === 'customer_banned') return disconnectFor(api, error)
  if (error !== 'authentication') return undefined
  return hasReason(api, 'access_token_revoked')
    ? { reason: 'access_token_revoked', code: disconnected }
    : { reason: undefined, code: tokenEnded }
}

/** Returns how a connection ends whose license does not exist or could not be read. */
export function getLicenseDisconnect(error: ErrorType): Disconnect {
  return { reason: error === 'license_not_found' ? error : 'internal_error', code: disconnected }
}

/** How a connection to an unknown API version ends. */
export const unsupportedVersionDisconnect: Disconnect = {
  reason: 'unsupported_version',
  code: unsupportedVersion,
}

/** Returns how a session ends when another request or node ended it. */
export function findDisconnect(api: ChatApi, cause: EndCause): Disconnect | undefined {
  return cause === 'token_revoked'
    ? findSessionDisconnect(api, 'authentication')
    : { reason: cause, code: disconnected }
}

/** Returns a disconnect with the reason, if the API knows that reason. */
function disconnectFor(api: ChatApi, reason: DisconnectReason): Disconnect {
  return { reason: hasReason(api, reason) ? reason : undefined, code: disconnected }
}

function hasReason(api: ChatApi, reason: DisconnectReason): boolean {
  const reasons: readonly DisconnectReason[] = apis[api].disconnect.reasons
  return reasons.includes(reason)
}
