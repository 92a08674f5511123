import type { Scope } from '../../contract/scopes.js'
import type { Token as StoredToken, TokenKind } from '../../model/token.js'
import { dateOrNull } from './dates.js'

/** The new tokens of an agent. They cannot be read again, because only their hashes are stored. */
export interface AgentTokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Lifetime of the access token, in seconds. */
  readonly expiresInSeconds: number
  /** Scopes of the access token. */
  readonly scopes: readonly Scope[]
}

/** The new token of a customer. It cannot be read again, because only its hash is stored. */
export interface CustomerToken {
  readonly accessToken: string
  readonly customerId: string
  /** Lifetime of the access token, in seconds. */
  readonly expiresInSeconds: number
}

/** A token that was issued, without the token itself. */
export interface Token {
  /** SHA-256 of the token, in hexadecimal digits. `tokens.revoke` takes it in place of the token. */
  readonly id: string
  /** `access` and `refresh` tokens belong to agents, `customer` tokens to customers. */
  readonly kind: TokenKind
  readonly licenseId: number
  /** The app that the token was issued to. */
  readonly clientId: string
  /** The agent whose token it is; `null` for a token of a customer. */
  readonly agentId: string | null
  /** The customer whose token it is; `null` for a token of an agent. */
  readonly customerId: string | null
  readonly scopes: readonly Scope[]
  readonly createdAt: Date
  /** When the token expires; `null` when it does not. */
  readonly expiresAt: Date | null
}

/** Returns the token as `admin` shows it. */
export function toToken(token: StoredToken): Token {
  const { hash: id, kind, licenseId, clientId, entityId, scopes, createdAt, expiresAt } = token
  const isOfCustomer = kind === 'customer'
  return {
    ...{ id, kind, licenseId, clientId, scopes },
    agentId: isOfCustomer ? null : entityId,
    customerId: isOfCustomer ? entityId : null,
    createdAt: new Date(createdAt),
    expiresAt: dateOrNull(expiresAt),
  }
}
