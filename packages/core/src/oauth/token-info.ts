import type { Identities } from '../auth/identities.js'
import type { KnownToken } from '../auth/known-token.js'
import { hashSecret } from '../auth/tokens.js'
import { OAuthError } from '../errors.js'
import type { Token } from '../ports/stores/tokens.js'

/** Spec authorization.md "Token info"; `expires_in`: seconds of remaining validity. */
export interface TokenInfo {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token: string | undefined
  readonly client_id: string
  readonly scope: string
  readonly token_type: 'Bearer'
  readonly entity_id: string
  readonly license_id: number
}

/** `GET {auth_url}/info`, of a token that lives at `now`. */
export function tokenInfo(known: KnownToken, accessToken: string, now: number): TokenInfo {
  const { token } = known
  return {
    access_token: accessToken,
    expires_in: remainingSeconds(token, now),
    refresh_token: known.refreshToken(accessToken),
    client_id: token.clientId,
    scope: token.scopes.join(','),
    token_type: 'Bearer',
    entity_id: token.entityId,
    license_id: token.licenseId,
  }
}

/** Of a living access or customer token; anything else is `invalid_token`. */
export async function livingToken(identities: Identities, accessToken: string): Promise<KnownToken> {
  const known = await identities.livingToken(hashSecret(accessToken))
  if (known === undefined)
    throw new OAuthError('invalid_token', 'the access token is unknown, expired or revoked')
  return known
}

export function remainingSeconds({ expiresAt }: Token, now: number): number {
  return Math.ceil(((expiresAt ?? now) - now) / 1_000)
}
