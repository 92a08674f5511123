import type { IssuedToken } from './token-issuer.js'

/** Spec authorization.md "Token response"; `expires_in` in seconds. */
export interface TokenResponse {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly token_type: 'Bearer'
}

export function tokenResponse(
  { accessToken, expiresInSeconds }: IssuedToken,
  refreshToken: string,
): TokenResponse {
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: expiresInSeconds,
    token_type: 'Bearer',
  }
}
