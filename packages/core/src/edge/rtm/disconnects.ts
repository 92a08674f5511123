import { apis, type ChatApi, type DisconnectReason } from '../../contract/apis.js'
import type { CloseCode } from '../../contract/close-codes.js'
import type { ErrorType, ParleyError } from '../../errors.js'
import type { EndCause } from '../../push/push-target.js'
import { closeCodes } from './close-codes.js'

/** How a connection ends: the push that says why, where a documented reason fits, and the close code. */
export interface Disconnect {
  readonly reason: DisconnectReason | undefined
  readonly code: CloseCode
}

const { disconnected, tokenEnded, unsupportedVersion } = closeCodes

type Refusal = Pick<ParleyError, 'type' | 'retryAfterSeconds'>

/** What follows a refused `login`; `undefined`: the client may try again (decisions §10.3, §10.6). */
export function disconnectAfterLogin(
  api: ChatApi,
  { type, retryAfterSeconds }: Refusal,
): Disconnect | undefined {
  switch (type) {
    case 'customer_banned':
    case 'license_expired':
    case 'license_not_found':
      return disconnectFor(api, type)
    case 'too_many_requests':
      // Too many connections, unless it says when to ask again.
      return retryAfterSeconds === undefined ? disconnectFor(api, 'too_many_connections') : undefined
    default:
      return undefined
  }
}

/**
 * What ends a session whose token, license or customer no longer counts; `undefined` for every other error
 * (decisions §10.6, §10.9).
 */
export function disconnectOfSession(api: ChatApi, error: ErrorType): Disconnect | undefined {
  if (error === 'license_expired' || error === 'customer_banned') return disconnectFor(api, error)
  if (error !== 'authentication') return undefined
  return hasReason(api, 'access_token_revoked')
    ? { reason: 'access_token_revoked', code: disconnected }
    : { reason: undefined, code: tokenEnded }
}

/** The license of the address does not exist, or could not be looked up. */
export function disconnectByLicense(error: ErrorType): Disconnect {
  return { reason: error === 'license_not_found' ? error : 'internal_error', code: disconnected }
}

export const unsupportedVersionDisconnect: Disconnect = {
  reason: 'unsupported_version',
  code: unsupportedVersion,
}

/** What follows when somebody else ends a session. */
export function disconnectBy(api: ChatApi, cause: EndCause): Disconnect | undefined {
  return cause === 'token_revoked'
    ? disconnectOfSession(api, 'authentication')
    : { reason: cause, code: disconnected }
}

/** Says why where the API has a word for it. */
function disconnectFor(api: ChatApi, reason: DisconnectReason): Disconnect {
  return { reason: hasReason(api, reason) ? reason : undefined, code: disconnected }
}

function hasReason(api: ChatApi, reason: DisconnectReason): boolean {
  const reasons: readonly DisconnectReason[] = apis[api].disconnect.reasons
  return reasons.includes(reason)
}
