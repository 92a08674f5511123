import type { Scope } from '../contract/scopes.js'
import { scopeText } from './requested-scopes.js'
import type { IssuedToken } from './token-issuer.js'

/** Spec authorization.md "Token response"; `expires_in` in seconds. */
export interface TokenResponse {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly token_type: 'Bearer'
  /** Where it is not what was asked for: separated by spaces (RFC 6749 §5.1). */
  readonly scope?: string
}

export function tokenResponse(
  { accessToken, expiresInSeconds }: IssuedToken,
  refreshToken: string,
  /** Those to name; `undefined`: they are what was asked for. */
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
