import type { ExpiringCache } from '../cache/expiring-cache.js'
import type { Api } from '../contract/versions.js'
import type { Deadlines } from '../dispatch/deadlines.js'
import type { Principal } from '../domain/principal.js'
import { ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import { type Identity, type KnownToken, toKnownToken } from './known-token.js'

/** Who bears a token. What is read is cached for a short time, so that a hot caller costs no look-up. */
export class Identities {
  readonly #read: Pick<StorageReads, 'tokens'>
  readonly #clock: Clock
  readonly #deadlines: Deadlines
  readonly #cache: ExpiringCache<KnownToken>
  readonly #onRead: (licenseId: number) => void
  /** How often something was forgotten: what is being read meanwhile may be from before. */
  #forgetCount = 0

  /** `onRead` hears of the license of every token that is cached, so that what ends it is heard of. */
  constructor(
    read: Pick<StorageReads, 'tokens'>,
    clock: Clock,
    deadlines: Deadlines,
    cache: ExpiringCache<KnownToken>,
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
    this.#forgetCount += 1
    for (const hash of tokenHashes) this.#cache.delete(hash)
  }

  forgetAll(): void {
    this.#forgetCount += 1
    this.#cache.clear()
  }

  /**
   * The bearer of the token with that hash, good for this API, past the cache where that matters; `authentication`, `license_expired` or
   * `customer_banned` otherwise (decisions §2), `request_timeout` when the storage does not say in time.
   */
  async authenticateHash(hash: string, api: Api, isFresh = false): Promise<Identity> {
    if (isFresh) this.#cache.delete(hash)
    return this.#good(this.#cache.get(hash) ?? (await this.#look(hash)), api)
  }

  /** The same without waiting, where it is cached; `undefined` where it is not. */
  cachedByHash(hash: string, api: Api): Identity | undefined {
    const known = this.#cache.get(hash)
    return known && this.#good(known, api)
  }

  /** The access or customer token with that hash, while it has not expired; `request_timeout` as above. */
  async livingToken(hash: string): Promise<KnownToken | undefined> {
    const known = this.#cache.get(hash) ?? (await this.#look(hash))
    return known === undefined || hasExpired(known.identity, this.#clock.now()) ? undefined : known
  }

  #good(known: KnownToken | undefined, api: Api): Identity {
    if (known === undefined || kindFor(api) !== known.identity.principal.kind)
      throw new ParleyError('authentication')
    assertUsable(known.identity, this.#clock.now())
    return known.identity
  }

  async #look(hash: string): Promise<KnownToken | undefined> {
    const forgetCount = this.#forgetCount
    const found = await this.#deadlines.run(() => this.#read.tokens.identify(hash))
    if (found === undefined || found.token.kind === 'refresh') return undefined
    const known = toKnownToken(found)
    this.#onRead(known.token.licenseId)
    if (forgetCount === this.#forgetCount) this.#cache.set(hash, known)
    return known
  }
}

/** Throws when the identity no longer counts at `now`. */
export function assertUsable(identity: Identity, now: number): void {
  if (hasExpired(identity, now)) throw new ParleyError('authentication')
  if (identity.licenseExpiresAt !== null && identity.licenseExpiresAt <= now)
    throw new ParleyError('license_expired')
  if (identity.bannedUntil !== null && identity.bannedUntil > now) throw new ParleyError('customer_banned')
}

function hasExpired({ expiresAt }: Identity, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}

function kindFor(api: Api): Principal['kind'] {
  return api === 'customer' ? 'customer' : 'agent'
}
