import type { Principal } from '../domain/principal.js'
import type { Token, TokenIdentity } from '../ports/stores/tokens.js'

/** Of which rates are set (decisions §16.17): a server-side app, bots included, asks more than a person does. */
export type CallerKind = 'customer' | 'agent' | 'app'

/** A principal with what ends it. */
export interface Identity {
  readonly principal: Principal
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

export function toKnownToken(found: TokenIdentity): KnownToken {
  return { token: found.token, identity: toIdentity(found) }
}

function toIdentity({ token, licenseExpiresAt, appType, bearer }: TokenIdentity): Identity {
  const { entityId: id, licenseId, clientId, expiresAt } = token
  if (bearer.kind === 'customer') {
    const principal = { kind: bearer.kind, id, licenseId, clientId }
    const { bannedUntil } = bearer
    const callerKey = `customer ${id}`
    return { principal, expiresAt, licenseExpiresAt, bannedUntil, callerKind: 'customer', callerKey }
  }
  const { kind, permission, groups } = bearer
  const principal = { kind, id, licenseId, clientId, permission, groups, scopes: new Set(token.scopes) }
  const callerKind = appType === 'server' ? 'app' : 'agent'
  const callerKey = callerKind === 'app' ? `app ${clientId} ${id}` : `agent ${id}`
  return { principal, expiresAt, licenseExpiresAt, bannedUntil: null, callerKind, callerKey }
}
