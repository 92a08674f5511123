import type { Scope } from '../../contract/scopes.js'
import type { Permission } from './agents.js'
import type { App } from './apps.js'
import type { Customer } from './customers.js'
import type { License } from './licenses.js'

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
  /** Of the app whose token it is; `null` when there is no such app. */
  readonly appType: App['type'] | null
  readonly bearer: TokenBearer
}

export type TokenBearer =
  | { readonly kind: 'agent'; readonly permission: Permission; readonly groups: readonly number[] }
  | { readonly kind: 'customer'; readonly bannedUntil: number | null }

/** A token that somebody logs in with, and what of them a login needs to know. */
export interface TokenLogin {
  readonly identity: TokenIdentity
  readonly arriving: Arriving
}

/** An agent is answered by the login itself, which changes it. */
export type Arriving =
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
