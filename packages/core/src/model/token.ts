import type { Scope } from '../contract/scopes.js'
import type { Permission } from './agent.js'
import type { App } from './app.js'

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
