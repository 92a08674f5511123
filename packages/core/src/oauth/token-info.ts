import { hashSecret } from '../auth/tokens.js'
import { OAuthError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { Token, TokenIdentity } from '../ports/stores/tokens.js'
import { openRefreshToken } from './sealed-refresh.js'

/** Spec authorization.md "Token info"; `expires_in`: seconds of remaining validity. */
export interface TokenInfo {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
  readonly client_id: string
  readonly scope: string
  readonly token_type: 'Bearer'
  readonly entity_id: string
  readonly license_id: number
}

/** `GET {auth_url}/info`: of a living access or customer token; anything else is `invalid_token`. */
export async function tokenInfo(read: StorageReads, clock: Clock, accessToken: string): Promise<TokenInfo> {
  const { token } = await livingToken(read, clock, accessToken)
  const remainingMs = (token.expiresAt ?? clock.now()) - clock.now()
  return {
    access_token: accessToken,
    expires_in: Math.ceil(remainingMs / 1_000),
    ...refreshOf(token, accessToken),
    client_id: token.clientId,
    scope: token.scopes.join(','),
    token_type: 'Bearer',
    entity_id: token.entityId,
    license_id: token.licenseId,
  }
}

export async function livingToken(
  read: StorageReads,
  clock: Clock,
  accessToken: string,
): Promise<TokenIdentity> {
  const identity = await read.tokens.identify(hashSecret(accessToken))
  const isAccess = identity !== undefined && identity.token.kind !== 'refresh'
  const isLiving = isAccess && (identity.token.expiresAt ?? Number.POSITIVE_INFINITY) > clock.now()
  if (!isLiving) throw new OAuthError('invalid_token', 'the access token is unknown, expired or revoked')
  return identity
}

function refreshOf({ sealedRefresh }: Token, accessToken: string): { refresh_token?: string } {
  return sealedRefresh === null ? {} : { refresh_token: openRefreshToken(sealedRefresh, accessToken) }
}
