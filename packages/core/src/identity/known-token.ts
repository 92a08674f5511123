import { grantableScopes } from '../domain/grantable-scopes.js'
import type { Principal } from '../domain/principal.js'
import type { Token, TokenIdentity } from '../model/token.js'

/**
 * Kind of caller that rate limits are set for (decisions §16.17). A server-side app, including its bots, may send more
 * requests than a person.
 */
export type CallerKind = 'customer' | 'agent' | 'app'

/** A principal, with the times at which its token, its license or its ban end. */
export interface Identity {
  readonly principal: Principal
  /** SHA-256 of the token, hexadecimal. */
  readonly tokenHash: string
  /** When the token expires; `null` when it has no fixed expiry. */
  readonly expiresAt: number | null
  readonly licenseExpiresAt: number | null
  readonly bannedUntil: number | null
  readonly callerKind: CallerKind
  /**
   * Key that the requests of the caller are counted by: the user, or for a server-side app the user and the app. Unique
   * among all kinds of callers.
   */
  readonly callerKey: string
}

/** A token that was looked up: the stored token, and the identity that it stands for. */
export interface KnownToken {
  readonly token: Token
  readonly identity: Identity
}

/** `clientId` is equal to the client id of the token; pass the shared string to save memory. */
export function toKnownToken(found: TokenIdentity, clientId = found.token.clientId): KnownToken {
  return { token: found.token, identity: toIdentity(found, clientId) }
}

function toIdentity({ token, licenseExpiresAt, appType, bearer }: TokenIdentity, clientId: string): Identity {
  const { entityId: id, licenseId, expiresAt, hash: tokenHash } = token
  if (bearer.kind === 'customer') {
    const principal = { kind: bearer.kind, id, licenseId, clientId }
    const { bannedUntil } = bearer
    // A customer id alone cannot collide, because the keys of the other kinds contain a space.
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
  // A token loses the scopes that a lowered permission no longer allows.
  const scopes = new Set(grantableScopes(token.scopes, permission))
  const grantHash = token.refreshHash ?? tokenHash
  const principal = { kind, id, licenseId, clientId, permission, groups, scopes, grantHash }
  const callerKind = appType === 'server' ? 'app' : 'agent'
  const callerKey = callerKind === 'app' ? `app ${clientId} ${id}` : `agent ${id}`
  return { principal, tokenHash, expiresAt, licenseExpiresAt, bannedUntil: null, callerKind, callerKey }
}
