import type { Scope } from '../contract/scopes.js'
import { scopeText } from './requested-scopes.js'
import type { IssuedToken } from './token-issuer.js'

/** Response with tokens (spec authorization.md "Token response"). `expires_in` is in seconds. */
export interface TokenResponse {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly token_type: 'Bearer'
  /** Granted scopes, separated by spaces. Present only when they differ from the requested ones (RFC 6749 §5.1). */
  readonly scope?: string
}

export function tokenResponse(
  { accessToken, expiresInSeconds }: IssuedToken,
  refreshToken: string,
  /** Scopes to name in the response; `undefined` when they are the requested ones. */
  scopes: readonly Scope[] | undefined,
): TokenResponse {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresInSeconds,
    token_type: 'Bearer',
    ...(scopes !== undefined && { scope: scopeText(scopes) }),
  }
}
