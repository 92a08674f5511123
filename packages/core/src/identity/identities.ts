import type { ExpiringCache } from '../cache/expiring-cache.js'
import { apis } from '../contract/apis.js'
import type { Api } from '../contract/versions.js'
import { concerns, type Whose } from '../domain/whose.js'
import { type ErrorType, ParleyError } from '../errors.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { TokenIdentity } from '../ports/stores/tokens.js'
import { type Identity, type KnownToken, toKnownToken } from './known-token.js'

/** Who bears a token. What is read is cached for a short time, so that a hot caller costs no look-up. */
export class Identities {
  readonly #read: Pick<StorageReads, 'tokens'>
  readonly #clock: Clock
  readonly #cache: ExpiringCache<KnownToken>
  /** Hashes of tokens that were good at their last look-up, for longer than what was read counts. */
  readonly #familiar: ExpiringCache<true>
  readonly #listen: (licenseId: number) => Promise<void> | undefined
  /** How often something was forgotten: what is being read meanwhile may be from before. */
  #forgetCount = 0

  /**
   * `listen`: what ends tokens of that license is heard of from now on, or from when its promise resolves; `undefined`
   * where it is heard of already.
   */
  constructor(
    read: Pick<StorageReads, 'tokens'>,
    clock: Clock,
    caches: { readonly known: ExpiringCache<KnownToken>; readonly familiar: ExpiringCache<true> },
    listen: (licenseId: number) => Promise<void> | undefined,
  ) {
    this.#read = read
    this.#clock = clock
    this.#cache = caches.known
    this.#familiar = caches.familiar
    this.#listen = listen
  }

  /** What was cached of these tokens of the license counts no more. */
  forget(licenseId: number, whose: Whose): void {
    this.#forgetCount += 1
    if (whose.kind === 'tokens') for (const hash of whose.tokenHashes) this.#cache.delete(hash)
    else
      this.#cache.deleteWhere(({ token, identity }) => {
        return token.licenseId === licenseId && concerns(whose, identity.principal, token.hash)
      })
  }

  /**
   * The bearer of the token with that hash, good for this API, past the cache where that matters; `authentication`,
   * `license_expired` or `customer_banned` otherwise (decisions §2). Takes as long as the storage does.
   */
  async authenticateHash(hash: string, api: Api, isFresh = false): Promise<Identity> {
    if (isFresh) this.#cache.delete(hash)
    return this.#good(this.#cache.get(hash) ?? (await this.#look(hash)), api)
  }

  /** The same without waiting, where it is cached and good; `undefined` otherwise. */
  cachedByHash(hash: string, api: Api): Identity | undefined {
    const identity = this.#cache.get(hash)?.identity
    if (identity === undefined || identity.principal.kind !== apis[api].principal) return undefined
    return whyUnusable(identity, this.#clock.now()) === undefined ? identity : undefined
  }

  /** Whether the token with that hash was good lately: that it is asked about is no guess. */
  isFamiliar(hash: string): boolean {
    return this.#familiar.get(hash) !== undefined
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
    const found = await this.#identify(hash)
    if (found === undefined || found.token.kind === 'refresh') {
      this.#familiar.delete(hash)
      return undefined
    }
    this.#familiar.set(hash, true)
    const known = toKnownToken(found)
    if (forgetCount === this.#forgetCount) this.#cache.set(hash, known)
    return known
  }

  /** Read again where nobody listened yet: what ended it meanwhile was not heard. */
  async #identify(hash: string): Promise<TokenIdentity | undefined> {
    const found = await this.#read.tokens.identify(hash)
    if (found === undefined) return undefined
    const listening = this.#listen(found.token.licenseId)
    if (listening === undefined) return found
    await listening
    return this.#read.tokens.identify(hash)
  }
}

/** Why the identity no longer counts at `now`; `undefined` while it does. */
export function whyUnusable(identity: Identity, now: number): ErrorType | undefined {
  const { licenseExpiresAt, bannedUntil } = identity
  if (hasExpired(identity, now)) return 'authentication'
  if (licenseExpiresAt !== null && licenseExpiresAt <= now) return 'license_expired'
  return bannedUntil !== null && bannedUntil > now ? 'customer_banned' : undefined
}

function hasExpired({ expiresAt }: Identity, now: number): boolean {
  return expiresAt !== null && expiresAt <= now
}
