import type { Static } from 'typebox'
import type { agentDisconnectReason } from '../../contract/pushes/agent.js'
import type { customerDisconnectReason } from '../../contract/pushes/customer.js'
import type { Api } from '../../contract/versions.js'
import type { ErrorType, ParleyError } from '../../errors.js'
import type { EndOfSession } from '../../push/push-target.js'
import { type CloseCode, closeCodes } from './close-codes.js'

export type DisconnectReason = Static<typeof customerDisconnectReason> | Static<typeof agentDisconnectReason>

/** How a connection ends: the push that says why, where a documented reason fits, and the close code. */
export interface Disconnect {
  readonly reason: DisconnectReason | undefined
  readonly code: CloseCode
}

const { disconnected, tokenEnded, unsupportedVersion } = closeCodes

type Refusal = Pick<ParleyError, 'type' | 'retryAfterSeconds'>

/** What follows a refused `login`; `undefined`: the client may try again (decisions §10.3, §10.6). */
export function disconnectAfterLogin(api: Api, { type, retryAfterSeconds }: Refusal): Disconnect | undefined {
  const isAgent = api === 'agent'
  switch (type) {
    case 'customer_banned':
      return { reason: 'customer_banned', code: disconnected }
    case 'license_expired':
      return { reason: isAgent ? 'license_expired' : undefined, code: disconnected }
    case 'license_not_found':
      return { reason: 'license_not_found', code: disconnected }
    case 'too_many_requests':
      // Too many connections, unless it says when to ask again.
      if (retryAfterSeconds !== undefined) return undefined
      return { reason: isAgent ? undefined : 'too_many_connections', code: disconnected }
    default:
      return undefined
  }
}

/**
 * What ends a session whose token, license or customer no longer counts; `undefined` for every other error
 * (decisions §10.6, §10.9).
 */
export function disconnectOfSession(api: Api, error: ErrorType): Disconnect | undefined {
  if (error === 'license_expired' || error === 'customer_banned')
    return disconnectAfterLogin(api, { type: error, retryAfterSeconds: undefined })
  if (error !== 'authentication') return undefined
  return api === 'agent'
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
export function disconnectBy(api: Api, cause: EndOfSession): Disconnect | undefined {
  return cause === 'token_revoked'
    ? disconnectOfSession(api, 'authentication')
    : { reason: cause, code: disconnected }
}
