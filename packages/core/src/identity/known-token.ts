import { grantableScopes } from '../domain/grantable-scopes.js'
import type { Principal } from '../domain/principal.js'
import type { Token, TokenIdentity } from '../model/token.js'

/** Of which rates are set (decisions §16.17): a server-side app, bots included, asks more than a person does. */
export type CallerKind = 'customer' | 'agent' | 'app'

/** A principal with what ends it. */
export interface Identity {
  readonly principal: Principal
  /** SHA-256 of the token, hexadecimal. */
  readonly tokenHash: string
  /** When the token expires; `null`: not at a known time. */
  readonly expiresAt: number | null
  readonly licenseExpiresAt: number | null
  readonly bannedUntil: number | null
  readonly callerKind: CallerKind
  /** What its rates are counted by: the user, and for a server-side app the user of this app. Unique over all kinds. */
  readonly callerKey: string
}

/** A token that was looked up: as it is stored, and whom it speaks for. */
export interface KnownToken {
  readonly token: Token
  readonly identity: Identity
}

/** `clientId`: the token's own, in the string that is kept of it. */
export function toKnownToken(found: TokenIdentity, clientId = found.token.clientId): KnownToken {
  return { token: found.token, identity: toIdentity(found, clientId) }
}

function toIdentity({ token, licenseExpiresAt, appType, bearer }: TokenIdentity, clientId: string): Identity {
  const { entityId: id, licenseId, expiresAt, hash: tokenHash } = token
  if (bearer.kind === 'customer') {
    const principal = { kind: bearer.kind, id, licenseId, clientId }
    const { bannedUntil } = bearer
    // The keys of others have a blank in them, and so are none of these.
    const callerKey = id
    return {
      principal,
      tokenHash,
      expiresAt,
      licenseExpiresAt,
      bannedUntil,
      callerKind: 'customer',
      callerKey,
    }
  }
  const { kind, permission, groups } = bearer
  // Of a permission that was lowered since then the token keeps none.
  const scopes = new Set(grantableScopes(token.scopes, permission))
  const grantHash = token.refreshHash ?? tokenHash
  const principal = { kind, id, licenseId, clientId, permission, groups, scopes, grantHash }
  const callerKind = appType === 'server' ? 'app' : 'agent'
  const callerKey = callerKind === 'app' ? `app ${clientId} ${id}` : `agent ${id}`
  return { principal, tokenHash, expiresAt, licenseExpiresAt, bannedUntil: null, callerKind, callerKey }
}
