import type { Scope } from '../../contract/scopes.js'
import type { Agent } from './agents.js'
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
}

/** A token with all that is needed to decide what its bearer may do. */
export type TokenIdentity = { readonly token: Token; readonly license: License } & (
  | { readonly kind: 'agent'; readonly agent: Agent }
  | { readonly kind: 'customer'; readonly customer: Customer }
)

export interface TokenReads {
  /** One round trip. `undefined` for an unknown hash, or when the license, agent or customer is gone. */
  identify(hash: string): Promise<TokenIdentity | undefined>
}

export interface TokenWrites extends TokenReads {
  insert(tokens: readonly Token[]): Promise<void>
}
