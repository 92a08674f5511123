import type { Scope } from '../contract/scopes.js'

/** What an app may exchange for tokens, once (spec authorization.md "States and transitions"). */
export interface AuthorizationCode {
  /** SHA-256 of the code, hexadecimal. */
  readonly hash: string
  readonly licenseId: number
  readonly clientId: string
  readonly agentId: string
  /** As the request gave it; the exchange must repeat it. */
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  /** Whether the app has asked for other scopes, so that it has to be told these. */
  readonly namesScopes: boolean
  /** RFC 7636 §4.2, method S256; `null` when the request had none. */
  readonly codeChallenge: string | null
  readonly createdAt: number
  readonly expiresAt: number
}
