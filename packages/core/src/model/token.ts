import type { Scope } from '../contract/scopes.js'
import type { Permission } from './agent.js'
import type { App } from './app.js'

/** Kind of a token. `access` and `refresh` tokens belong to agents, `customer` tokens to customers. */
export type TokenKind = 'access' | 'refresh' | 'customer'

/** A token that was issued. The token itself is never stored (decisions §1.4). */
export interface Token {
  /** SHA-256 of the token, in hexadecimal digits. */
  readonly hash: string
  readonly kind: TokenKind
  readonly licenseId: number
  readonly clientId: string
  /** Id of the agent or the customer. */
  readonly entityId: string
  readonly scopes: readonly Scope[]
  readonly createdAt: number
  /** When the token expires; `null` when it is valid until it is revoked. */
  readonly expiresAt: number | null
  /** Hash of the refresh token that an access token belongs to; `null` for other tokens. */
  readonly refreshHash: string | null
  /**
   * The refresh token itself, encrypted so that only the bearer of the access token can decrypt it (decisions §1.5).
   */
  readonly sealedRefresh: string | null
  /**
   * Hash of the authorization code that the token comes from, so that it can be revoked when the code is used again.
   */
  readonly codeHash: string | null
}

/** A token with everything that decides what its bearer may do. */
export interface TokenIdentity {
  readonly token: Token
  /** When the license ends; `null` when it never does. */
  readonly licenseExpiresAt: number | null
  /** Type of the app that the token was issued to; `null` when the app does not exist. */
  readonly appType: App['type'] | null
  readonly bearer: TokenBearer
}

/** The user whom a token stands for. */
export type TokenBearer =
  | { readonly kind: 'agent'; readonly permission: Permission; readonly groups: readonly number[] }
  | { readonly kind: 'customer'; readonly bannedUntil: number | null }
