import type { ExpiringCache } from '../cache/expiring-cache.js'
import type { RecentKeys } from '../cache/recent-keys.js'
import { RecentMap } from '../cache/recent-map.js'
import { apis } from '../contract/apis.js'
import type { Api } from '../contract/versions.js'
import { isBanned } from '../domain/bans.js'
import { type SessionSelector, selects } from '../domain/session-selector.js'
import { type ErrorType, ParleyError } from '../errors.js'
import type { TokenIdentity } from '../model/token.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { LoginUser } from '../ports/stores/tokens.js'
import { type Identity, type KnownToken, toKnownToken } from './known-token.js'

/** The user that a token names, as it was stored when the login read it. */
export interface LoginIdentity {
  readonly identity: Identity
  readonly arriving: LoginUser
  /** Returns `false` when cached identities were forgotten after this read began, so that it may be out of date. */
  isCurrent(): boolean
}

const sharedClientIdCount = 1_000

/** Finds the user that a token stands for. Results are cached for a short time, so frequent callers cost no look-up. */
export class Identities {
  readonly #read: Pick<StorageReads, 'tokens'>
  readonly #clock: Clock
  readonly #cache: ExpiringCache<KnownToken>
  /** Hashes of tokens that were valid at their last look-up. They are kept longer than the cached identities. */
  readonly #familiar: RecentKeys
  readonly #subscribe: (licenseId: number) => Promise<void> | undefined
  /** Client ids that are shared by the tokens of an app, so that each is kept in memory only once. */
  readonly #clientIds = new RecentMap<string>(sharedClientIdCount)
  /** Number of times something was forgotten. A read that began before the last one may be out of date. */
  #forgetCount = 0

  /**
   * `subscribe` begins to receive the revocations of a license. It returns a promise while the subscription is being
   * made, and `undefined` when it already exists.
   */
  constructor(
    read: Pick<StorageReads, 'tokens'>,
    clock: Clock,
    caches: { readonly known: ExpiringCache<KnownToken>; readonly familiar: RecentKeys },
    subscribe: (licenseId: number) => Promise<void> | undefined,
  ) {
    this.#read = read
    this.#clock = clock
    this.#cache = caches.known
    this.#familiar = caches.familiar
    this.#subscribe = subscribe
  }

  /** Removes the selected tokens of the license from the cache. */
  forget(licenseId: number, selector: SessionSelector): void {
    this.#forgetCount += 1
    if (selector.kind === 'tokens') for (const hash of selector.tokenHashes) this.#cache.delete(hash)
    else
      this.#cache.deleteWhere(({ token, identity }) => {
        return token.licenseId === licenseId && selects(selector, identity.principal, token.hash)
      })
  }

  /** Removes everything from the cache. */
  forgetAll(): void {
    this.#forgetCount += 1
    this.#cache.clear()
  }

  /**
   * Returns the identity of the token with that hash if it is valid for the API. Throws `authentication`,
   * `license_expired` or `customer_banned` otherwise (decisions §2). With `isFresh` it reads the storage instead of the
   * cache.
   */
  async authenticateHash(hash: string, api: Api, isFresh = false): Promise<Identity> {
    if (isFresh) this.#cache.delete(hash)
    return this.#requireUsable(this.#cache.get(hash) ?? (await this.#lookUp(hash)), api)
  }

  /** Identifies the token of a login. Always reads the storage, together with everything else that a login needs. */
  async logIn(hash: string, api: Api): Promise<LoginIdentity> {
    const forgetCount = this.#forgetCount
    const read = () => this.#read.tokens.identifyLogin(hash)
    const found = await this.#readSubscribed(read, ({ identity }) => identity.token.licenseId)
    const known = this.#remember(hash, found?.identity, forgetCount)
    if (found === undefined || known === undefined) throw new ParleyError('authentication')
    const isCurrent = () => forgetCount === this.#forgetCount
    return { identity: this.#requireUsable(known, api), arriving: found.arriving, isCurrent }
  }

  /** Returns the identity without waiting if it is cached and valid for the API; `undefined` otherwise. */
  cachedByHash(hash: string, api: Api): Identity | undefined {
    const identity = this.#cache.get(hash)?.identity
    if (identity === undefined || identity.principal.kind !== apis[api].principal) return undefined
    return unusableReason(identity, this.#clock.now()) === undefined ? identity : undefined
  }

  /** Returns whether the token with that hash was valid recently. Such a token is not a guess. */
  isFamiliar(hash: string): boolean {
    return this.#familiar.has(hash)
  }

  /** Returns the access token or customer token with that hash, or `undefined` when it is unknown or expired. */
  async activeToken(hash: string): Promise<KnownToken | undefined> {
    return this.#active(this.#cache.get(hash) ?? (await this.#lookUp(hash)))
  }

  /** Returns the cached token without waiting, or `undefined` when it is not cached or expired. */
  cachedActiveToken(hash: string): KnownToken | undefined {
    return this.#active(this.#cache.get(hash))
  }

  #active(known: KnownToken | undefined): KnownToken | undefined {
    return known === undefined || hasExpired(known.identity, this.#clock.now()) ? undefined : known
  }

  #requireUsable(known: KnownToken | undefined, api: Api): Identity {
    if (known === undefined || apis[api].principal !== known.identity.principal.kind)
      throw new ParleyError('authentication')
    const reason = unusableReason(known.identity, this.#clock.now())
    if (reason !== undefined) throw new ParleyError(reason)
    return known.identity
  }

  async #lookUp(hash: string): Promise<KnownToken | undefined> {
    const forgetCount = this.#forgetCount
    const read = () => this.#read.tokens.identify(hash)
    return this.#remember(hash, await this.#readSubscribed(read, ({ token }) => token.licenseId), forgetCount)
  }

  /** Caches what was read, unless something was forgotten since `forgetCount`. */
  #remember(hash: string, found: TokenIdentity | undefined, forgetCount: number): KnownToken | undefined {
    if (found === undefined || found.token.kind === 'refresh') {
      this.#familiar.delete(hash)
      return undefined
    }
    const known = toKnownToken(found, this.#shared(found.token.clientId))
    // Uses the hash string of the identity, because that string stays in memory longest.
    this.#familiar.add(found.token.hash)
    if (forgetCount === this.#forgetCount) this.#cache.set(found.token.hash, known)
    return known
  }

  #shared(clientId: string): string {
    const shared = this.#clientIds.get(clientId)
    if (shared === undefined) this.#clientIds.set(clientId, clientId)
    return shared ?? clientId
  }

  /**
   * Reads, and reads again if the node was not yet subscribed to the license: a revocation in between would have been
   * missed.
   */
  async #readSubscribed<Found>(
    read: () => Promise<Found | undefined>,
    licenseIdOf: (found: Found) => number,
  ): Promise<Found | undefined> {
    const found = await read()
    if (found === undefined) return undefined
    const subscribing = this.#subscribe(licenseIdOf(found))
    if (subscribing === undefined) return found
    await subscribing
    return read()
  }
}

/** Returns why the identity is not usable at `now`, or `undefined` when it is. */
export function unusableReason(
  identity: Identity,
  now: number,
): Exclude<ErrorType, 'validation'> | undefined {
  const { licenseExpiresAt, bannedUntil } = identity
  if (hasExpired(identity, now)) return 'authentication'
  if (licenseExpiresAt !== null && licenseExpiresAt <= now) return 'license_expired'
  return isBanned(bannedUntil, now) ? 'customer_banned' : undefined
}

function hasExpired({ expiresAt }: Identity, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}
