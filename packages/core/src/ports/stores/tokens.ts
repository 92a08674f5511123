import type { Customer } from '../../model/customer.js'
import type { License } from '../../model/license.js'
import type { Token, TokenIdentity } from '../../model/token.js'

/** A token that is used to log in, with what the login needs to know of its bearer. */
export interface TokenLogin {
  readonly identity: TokenIdentity
  readonly arriving: LoginUser
}

/** The bearer of the token. An agent is returned by the login itself, which changes it. */
export type LoginUser =
  | { readonly kind: 'agent'; readonly license: License }
  | { readonly kind: 'customer'; readonly customer: Customer }

/** Reads tokens. */
export interface TokenReads {
  /**
   * Returns the token with its bearer, in one round trip. `undefined` for an unknown hash, when the license, agent or
   * customer does not exist, and when the agent or customer belongs to another license than the token.
   */
  identify(hash: string): Promise<TokenIdentity | undefined>
  /** Returns the same as `identify`, with what a login needs to know, in one round trip. */
  identifyLogin(hash: string): Promise<TokenLogin | undefined>
  /** Returns the token, or `undefined`. */
  get(hash: string): Promise<Token | undefined>
  /**
   * Returns tokens of an agent or a customer, the newest first, ties by descending hash, at most `limit`; only those
   * that come after `after`. Expired tokens are among them until they are deleted.
   */
  listByEntity(
    entityId: string,
    limit: number,
    after?: Pick<Token, 'createdAt' | 'hash'>,
  ): Promise<readonly Token[]>
  /** Returns the number of tokens that expired at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

/**
 * Writes tokens. A revocation waits for transactions that have read one of the tokens that it begins with, and revokes
 * the tokens that those made from it too, so that no token survives that was being made from a revoked one. Bots that
 * depend on a revoked token are to be logged out (`BotWrites`).
 */
export interface TokenWrites extends TokenReads {
  /** Stores tokens. */
  insert(tokens: readonly Token[]): Promise<void>
  /**
   * Deletes a token with what depends on it: with a refresh token its access tokens, with an access token its refresh
   * token and the other access tokens of that one (decisions §4.9). Returns all deleted tokens.
   */
  revoke(hash: string): Promise<readonly Token[]>
  /**
   * Deletes all tokens of the app that come from the code, with the access tokens made from its refresh tokens; none
   * when the code was issued to another app. Returns all deleted tokens.
   */
  revokeByCode(codeHash: string, clientId: string): Promise<readonly Token[]>
  /** Deletes all tokens of an agent or a customer, and returns them. */
  revokeByEntity(entityId: string): Promise<readonly Token[]>
  /**
   * Deletes the oldest refresh tokens of an app and agent beyond `keepCount`, with their access tokens, and returns
   * them.
   */
  revokeSurplus(clientId: string, agentId: string, keepCount: number): Promise<readonly Token[]>
  /** Deletes at most `limit` tokens that expired at or before that instant, and returns their number. */
  deleteExpired(until: number, limit: number): Promise<number>
}
