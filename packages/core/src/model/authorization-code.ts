import type { Scope } from '../contract/scopes.js'

/** A code that an app can exchange for tokens, once (spec authorization.md "States and transitions"). */
export interface AuthorizationCode {
  /** SHA-256 of the code, in hexadecimal digits. */
  readonly hash: string
  readonly licenseId: number
  readonly clientId: string
  readonly agentId: string
  /** The redirect URI of the authorization request. The exchange has to repeat it. */
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  /** Whether the granted scopes differ from the requested ones, so that the token response has to name them. */
  readonly namesScopes: boolean
  /** Code challenge of PKCE (RFC 7636 §4.2, method S256); `null` when the request had none. */
  readonly codeChallenge: string | null
  readonly createdAt: number
  readonly expiresAt: number
}
