import type { Scope } from '../../contract/scopes.js'
import type { Permission } from './agents.js'

export type TokenKind = 'access' | 'refresh' | 'customer'

export interface Token {
  /** SHA-256 of the token, hexadecimal. The token itself is never stored (decisions §1.4). */
  readonly hash: string
  readonly kind: TokenKind
  readonly licenseId: number
  readonly clientId: string
  /** The agent's or the customer's id. */
  readonly entityId: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  /** `null`: until revoked. */
  readonly expiresAt: number | null
  /** The refresh token that an access token belongs to. */
  readonly refreshHash: string | null
  /** That refresh token, encrypted so that only who presents the access token can open it (decisions §1.5). */
  readonly sealedRefresh: string | null
  /** The authorization code that it goes back to, for the case that the code is used again. */
  readonly codeHash: string | null
}

/** A token with all that is needed to decide what its bearer may do. */
export interface TokenIdentity {
  readonly token: Token
  /** `null`: the license has no end. */
  readonly licenseExpiresAt: number | null
  readonly bearer: TokenBearer
}

export type TokenBearer =
  | { readonly kind: 'agent'; readonly permission: Permission; readonly groups: readonly number[] }
  | { readonly kind: 'customer'; readonly bannedUntil: number | null }

export interface TokenReads {
  /** One round trip. `undefined` for an unknown hash, or when the license, agent or customer is gone. */
  identify(hash: string): Promise<TokenIdentity | undefined>
  get(hash: string): Promise<Token | undefined>
}

/**
 * A revocation waits for transactions that have got one of the tokens it begins with, and takes the tokens that
 * those made from it too: nothing survives that was being made from what is revoked.
 */
export interface TokenWrites extends TokenReads {
  insert(tokens: readonly Token[]): Promise<void>
  /**
   * Deletes the token and what falls with it: with a refresh token the access tokens made from it, with an access
   * token its refresh token and so that one's other access tokens (decisions §4.9). All that were deleted.
   */
  revoke(hash: string): Promise<readonly Token[]>
  /** Deletes all tokens that go back to the code, with the access tokens made from its refresh tokens. */
  revokeOfCode(codeHash: string): Promise<readonly Token[]>
  /** Deletes all tokens of an agent or customer. */
  revokeOfEntity(entityId: string): Promise<readonly Token[]>
  /** Deletes the oldest refresh tokens of an app and agent beyond `keepCount`, with their access tokens. */
  revokeSurplus(clientId: string, agentId: string, keepCount: number): Promise<readonly Token[]>
  /** Deletes tokens that expired at or before that instant, at most `limit`; how many. */
  deleteExpired(until: number, limit: number): Promise<number>
}
