import type { Customer } from '../../model/customer.js'
import type { License } from '../../model/license.js'
import type { Token, TokenIdentity } from '../../model/token.js'

/** A token that somebody logs in with, and what of them a login needs to know. */
export interface TokenLogin {
  readonly identity: TokenIdentity
  readonly arriving: LoginUser
}

/** An agent is answered by the login itself, which changes it. */
export type LoginUser =
  | { readonly kind: 'agent'; readonly license: License }
  | { readonly kind: 'customer'; readonly customer: Customer }

export interface TokenReads {
  /**
   * One round trip. `undefined` for an unknown hash, when the license, agent or customer is gone, and when the agent
   * or customer belongs to another license than the token: no token follows somebody there.
   */
  identify(hash: string): Promise<TokenIdentity | undefined>
  /** As `identify`, and in the same round trip what a login needs to know. */
  identifyLogin(hash: string): Promise<TokenLogin | undefined>
  get(hash: string): Promise<Token | undefined>
  /**
   * Tokens of an agent or a customer, the newest first, ties by descending hash, at most `limit`; only those that come after
   * `after`. Expired tokens are among them until they are deleted.
   */
  listOfEntity(
    entityId: string,
    limit: number,
    after?: Pick<Token, 'createdAt' | 'hash'>,
  ): Promise<readonly Token[]>
  /** How many expired at or before that instant, counted up to `max`. */
  countExpired(until: number, max: number): Promise<number>
}

/**
 * A revocation waits for transactions that have got one of the tokens it begins with, and takes the tokens that
 * those made from it too: nothing survives that was being made from what is revoked. Bots that hang on it are to be logged
 * out (`BotWrites`).
 */
export interface TokenWrites extends TokenReads {
  insert(tokens: readonly Token[]): Promise<void>
  /**
   * Deletes the token and what falls with it: with a refresh token the access tokens made from it, with an access
   * token its refresh token and so that one's other access tokens (decisions §4.9). All that were deleted.
   */
  revoke(hash: string): Promise<readonly Token[]>
  /**
   * Deletes all tokens of the app that go back to the code, with the access tokens made from its refresh tokens; none
   * when the code was another app's.
   */
  revokeOfCode(codeHash: string, clientId: string): Promise<readonly Token[]>
  /** Deletes all tokens of an agent or customer. */
  revokeOfEntity(entityId: string): Promise<readonly Token[]>
  /** Deletes the oldest refresh tokens of an app and agent beyond `keepCount`, with their access tokens. */
  revokeSurplus(clientId: string, agentId: string, keepCount: number): Promise<readonly Token[]>
  /** Deletes tokens that expired at or before that instant, at most `limit`; how many. */
  deleteExpired(until: number, limit: number): Promise<number>
}
