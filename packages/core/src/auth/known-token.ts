import type { Principal } from '../domain/principal.js'
import type { Token, TokenIdentity } from '../ports/stores/tokens.js'

/** A principal with what ends it. */
export interface Identity {
  readonly principal: Principal
  /** When the token expires; `null`: not at a known time. */
  readonly expiresAt: number | null
  readonly licenseExpiresAt: number | null
  readonly bannedUntil: number | null
}

/** A token that was looked up: as it is stored, and whom it speaks for. */
export interface KnownToken {
  readonly token: Token
  readonly identity: Identity
}

export function toKnownToken(found: TokenIdentity): KnownToken {
  return { token: found.token, identity: toIdentity(found) }
}

function toIdentity({ token, licenseExpiresAt, bearer }: TokenIdentity): Identity {
  const { entityId: id, licenseId, clientId, expiresAt } = token
  if (bearer.kind === 'customer') {
    const principal = { kind: bearer.kind, id, licenseId, clientId }
    return { principal, expiresAt, licenseExpiresAt, bannedUntil: bearer.bannedUntil }
  }
  const { kind, permission, groups } = bearer
  const principal = { kind, id, licenseId, clientId, permission, groups, scopes: new Set(token.scopes) }
  return { principal, expiresAt, licenseExpiresAt, bannedUntil: null }
}
