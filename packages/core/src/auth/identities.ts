import type { ExpiringCache } from '../cache/expiring-cache.js'
import type { Api } from '../contract/versions.js'
import type { Deadlines } from '../dispatch/deadlines.js'
import type { Principal } from '../domain/principal.js'
import { ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { TokenIdentity } from '../ports/stores/tokens.js'

/** A principal with what ends it. */
export interface Identity {
  readonly principal: Principal
  /** When the token expires; `null`: not at a known time. */
  readonly expiresAt: number | null
  readonly licenseExpiresAt: number | null
  readonly bannedUntil: number | null
}

/** Who bears a token. What is read is cached for a short time, so that a hot caller costs no look-up. */
export class Identities {
  readonly #read: Pick<StorageReads, 'tokens'>
  readonly #clock: Clock
  readonly #deadlines: Deadlines
  readonly #cache: ExpiringCache<Identity>
  readonly #onRead: (licenseId: number) => void

  /** `onRead` hears of the license of every identity that is cached, so that what ends it is heard of. */
  constructor(
    read: Pick<StorageReads, 'tokens'>,
    clock: Clock,
    deadlines: Deadlines,
    cache: ExpiringCache<Identity>,
    onRead: (licenseId: number) => void,
  ) {
    this.#read = read
    this.#clock = clock
    this.#deadlines = deadlines
    this.#cache = cache
    this.#onRead = onRead
  }

  /** What was cached of these tokens counts no more. */
  forget(tokenHashes: readonly string[]): void {
    for (const hash of tokenHashes) this.#cache.delete(hash)
  }

  forgetAll(): void {
    this.#cache.clear()
  }

  /**
   * The bearer of the token with that hash, good for this API, past the cache where that matters; `authentication`, `license_expired` or
   * `customer_banned` otherwise (decisions §2), `request_timeout` when the storage does not say in time.
   */
  async authenticateHash(hash: string, api: Api, isFresh = false): Promise<Identity> {
    if (isFresh) this.#cache.delete(hash)
    const identity = await this.#identify(hash)
    if (identity === undefined || kindFor(api) !== identity.principal.kind)
      throw new ParleyError('authentication')
    assertUsable(identity, this.#clock.now())
    return identity
  }

  async #identify(hash: string): Promise<Identity | undefined> {
    const cached = this.#cache.get(hash)
    if (cached !== undefined) return cached
    const found = await this.#deadlines.run(() => this.#read.tokens.identify(hash))
    if (found === undefined || found.token.kind === 'refresh') return undefined
    const identity = toIdentity(found)
    this.#onRead(identity.principal.licenseId)
    this.#cache.set(hash, identity)
    return identity
  }
}

/** Throws when the identity no longer counts at `now`. */
export function assertUsable(identity: Identity, now: number): void {
  if (identity.expiresAt !== null && identity.expiresAt <= now) throw new ParleyError('authentication')
  if (identity.licenseExpiresAt !== null && identity.licenseExpiresAt <= now)
    throw new ParleyError('license_expired')
  if (identity.bannedUntil !== null && identity.bannedUntil > now) throw new ParleyError('customer_banned')
}

function kindFor(api: Api): Principal['kind'] {
  return api === 'customer' ? 'customer' : 'agent'
}

function toIdentity(found: TokenIdentity): Identity {
  const { token, license } = found
  const ends = { expiresAt: token.expiresAt, licenseExpiresAt: license.expiresAt }
  const bearer = { id: token.entityId, licenseId: token.licenseId, clientId: token.clientId }
  if (found.kind === 'customer') {
    return { ...ends, bannedUntil: found.customer.bannedUntil, principal: { kind: 'customer', ...bearer } }
  }
  const { permission, groups } = found.agent
  const scopes = new Set(token.scopes)
  return { ...ends, bannedUntil: null, principal: { kind: 'agent', ...bearer, permission, groups, scopes } }
}
