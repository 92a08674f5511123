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

/** Who logs in, as stored a moment ago. */
export interface LoginIdentity {
  readonly identity: Identity
  readonly arriving: LoginUser
  /** `false`: something was forgotten since this began to be read, so it may be from before. */
  isCurrent(): boolean
}

const sharedClientIdCount = 1_000

/** Who bears a token. What is read is cached for a short time, so that a hot caller costs no look-up. */
export class Identities {
  readonly #read: Pick<StorageReads, 'tokens'>
  readonly #clock: Clock
  readonly #cache: ExpiringCache<KnownToken>
  /** Hashes of tokens that were good at their last look-up, for longer than what was read counts. */
  readonly #familiar: RecentKeys
  readonly #listen: (licenseId: number) => Promise<void> | undefined
  /** Of an app with many tokens the id is kept once, however often it was read. */
  readonly #clientIds = new RecentMap<string>(sharedClientIdCount)
  /** How often something was forgotten: what is being read meanwhile may be from before. */
  #forgetCount = 0

  /**
   * `listen`: what ends tokens of that license is heard of from now on, or from when its promise resolves; `undefined`
   * where it is heard of already.
   */
  constructor(
    read: Pick<StorageReads, 'tokens'>,
    clock: Clock,
    caches: { readonly known: ExpiringCache<KnownToken>; readonly familiar: RecentKeys },
    listen: (licenseId: number) => Promise<void> | undefined,
  ) {
    this.#read = read
    this.#clock = clock
    this.#cache = caches.known
    this.#familiar = caches.familiar
    this.#listen = listen
  }

  /** What was cached of these tokens of the license counts no more. */
  forget(licenseId: number, selector: SessionSelector): void {
    this.#forgetCount += 1
    if (selector.kind === 'tokens') for (const hash of selector.tokenHashes) this.#cache.delete(hash)
    else
      this.#cache.deleteWhere(({ token, identity }) => {
        return token.licenseId === licenseId && selects(selector, identity.principal, token.hash)
      })
  }

  /** Nothing that was cached counts any more. */
  forgetAll(): void {
    this.#forgetCount += 1
    this.#cache.clear()
  }

  /**
   * The bearer of the token with that hash, good for this API, past the cache where that matters; `authentication`,
   * `license_expired` or `customer_banned` otherwise (decisions §2). Takes as long as the storage does.
   */
  async authenticateHash(hash: string, api: Api, isFresh = false): Promise<Identity> {
    if (isFresh) this.#cache.delete(hash)
    return this.#good(this.#cache.get(hash) ?? (await this.#look(hash)), api)
  }

  /** The same for a login, past the cache in any case, with what else a login needs to know. */
  async logIn(hash: string, api: Api): Promise<LoginIdentity> {
    const forgetCount = this.#forgetCount
    const read = () => this.#read.tokens.identifyLogin(hash)
    const found = await this.#listened(read, ({ identity }) => identity.token.licenseId)
    const known = this.#learn(hash, found?.identity, forgetCount)
    if (found === undefined || known === undefined) throw new ParleyError('authentication')
    const isCurrent = () => forgetCount === this.#forgetCount
    return { identity: this.#good(known, api), arriving: found.arriving, isCurrent }
  }

  /** The same without waiting, where it is cached and good; `undefined` otherwise. */
  cachedByHash(hash: string, api: Api): Identity | undefined {
    const identity = this.#cache.get(hash)?.identity
    if (identity === undefined || identity.principal.kind !== apis[api].principal) return undefined
    return whyUnusable(identity, this.#clock.now()) === undefined ? identity : undefined
  }

  /** Whether the token with that hash was good lately: that it is asked about is no guess. */
  isFamiliar(hash: string): boolean {
    return this.#familiar.has(hash)
  }

  /** The access or customer token with that hash, while it has not expired. */
  async livingToken(hash: string): Promise<KnownToken | undefined> {
    return this.#living(this.#cache.get(hash) ?? (await this.#look(hash)))
  }

  /** The same without waiting, where it is cached. */
  cachedLivingToken(hash: string): KnownToken | undefined {
    return this.#living(this.#cache.get(hash))
  }

  #living(known: KnownToken | undefined): KnownToken | undefined {
    return known === undefined || hasExpired(known.identity, this.#clock.now()) ? undefined : known
  }

  #good(known: KnownToken | undefined, api: Api): Identity {
    if (known === undefined || apis[api].principal !== known.identity.principal.kind)
      throw new ParleyError('authentication')
    const reason = whyUnusable(known.identity, this.#clock.now())
    if (reason !== undefined) throw new ParleyError(reason)
    return known.identity
  }

  async #look(hash: string): Promise<KnownToken | undefined> {
    const forgetCount = this.#forgetCount
    const read = () => this.#read.tokens.identify(hash)
    return this.#learn(hash, await this.#listened(read, ({ token }) => token.licenseId), forgetCount)
  }

  /** What was read since so much was forgotten. */
  #learn(hash: string, found: TokenIdentity | undefined, forgetCount: number): KnownToken | undefined {
    if (found === undefined || found.token.kind === 'refresh') {
      this.#familiar.delete(hash)
      return undefined
    }
    const known = toKnownToken(found, this.#shared(found.token.clientId))
    // By the hash that the identity has, which lives longest.
    this.#familiar.add(found.token.hash)
    if (forgetCount === this.#forgetCount) this.#cache.set(found.token.hash, known)
    return known
  }

  #shared(clientId: string): string {
    const shared = this.#clientIds.get(clientId)
    if (shared === undefined) this.#clientIds.set(clientId, clientId)
    return shared ?? clientId
  }

  /** Read again where nobody listened yet: what ended it meanwhile was not heard. */
  async #listened<Found>(
    read: () => Promise<Found | undefined>,
    licenseIdOf: (found: Found) => number,
  ): Promise<Found | undefined> {
    const found = await read()
    if (found === undefined) return undefined
    const listening = this.#listen(licenseIdOf(found))
    if (listening === undefined) return found
    await listening
    return read()
  }
}

/** Why the identity no longer counts at `now`; `undefined` while it does. */
export function whyUnusable(identity: Identity, now: number): Exclude<ErrorType, 'validation'> | undefined {
  const { licenseExpiresAt, bannedUntil } = identity
  if (hasExpired(identity, now)) return 'authentication'
  if (licenseExpiresAt !== null && licenseExpiresAt <= now) return 'license_expired'
  return isBanned(bannedUntil, now) ? 'customer_banned' : undefined
}

function hasExpired({ expiresAt }: Identity, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}
