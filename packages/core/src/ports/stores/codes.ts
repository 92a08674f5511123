import type { Scope } from '../../contract/scopes.js'

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

export interface CodeReads {
  /** How many expired at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

export interface CodeWrites extends CodeReads {
  insert(code: AuthorizationCode): Promise<void>
  /**
   * Deletes a code of that app and answers it: of several transactions that take it, one gets it. The others wait for
   * that one's end and get `undefined`, as for an unknown code; after it they see the tokens that were made from it.
   * A code of another app is as good as unknown, and stays.
   */
  take(hash: string, clientId: string): Promise<AuthorizationCode | undefined>
  /** Every one of the agent; how many. */
  deleteOfAgent(agentId: string): Promise<number>
  /** Deletes codes that expired at or before that instant, at most `limit`; how many. */
  deleteExpired(until: number, limit: number): Promise<number>
}
