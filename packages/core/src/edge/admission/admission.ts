import { RecentMap } from '../../cache/recent-map.js'
import { apis } from '../../contract/apis.js'
import { AdmittedLogin } from '../../dispatch/admitted-login.js'
import type { Deadlines } from '../../dispatch/deadlines.js'
import type { Validator } from '../../dispatch/validator.js'
import type { Caller, ChatCaller } from '../../domain/caller.js'
import { ParleyError } from '../../errors.js'
import type { Identities } from '../../identity/identities.js'
import type { Identity, KnownToken } from '../../identity/known-token.js'
import { hashSecret } from '../../identity/tokens.js'
import type { StorageReads } from '../../ports/storage.js'
import { loginToken } from '../http/headers.js'
import type { Address, ChatAddress } from '../protocol/routes.js'
import type { AddressRates } from './address-rates.js'

/** A caller that was admitted. */
export interface AdmissionResult<C extends Caller = Caller> {
  readonly identity: Identity
  readonly caller: C
}

/** A request whose caller is not known yet. */
export interface AdmissionRequest {
  readonly address: Address
  readonly token: string | undefined
  /** License id from the query of a Customer API address. */
  readonly licenseId: number | undefined
  readonly remoteAddress: string | null
}

/** A connection that wants to log in. Its token is in the payload. */
export interface LoginAdmissionRequest extends Omit<AdmissionRequest, 'token'> {
  readonly address: ChatAddress
}

/** An admitted login with its caller. */
export interface LoginAdmission {
  readonly admitted: AdmissionResult<ChatCaller>
  readonly login: AdmittedLogin
  /** Returns `false` when the identity may have been read before something revoked its token. */
  isCurrent(): boolean
}

export interface AdmissionDependencies {
  readonly identities: Identities
  readonly read: Pick<StorageReads, 'licenses'>
  readonly deadlines: Deadlines
  readonly validator: Validator
  readonly addressRates: AddressRates
}

/** Maximum number of licenses that are remembered. Each takes a few bytes. */
const knownLicenseCount = 100_000

/** Admits callers: checks the license, then the token, then whether they belong together. */
export class Admission {
  readonly #dependencies: AdmissionDependencies
  /** Licenses that exist. A license never ceases to exist. */
  readonly #licenses = new RecentMap<true>(knownLicenseCount)

  constructor(dependencies: AdmissionDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns the bearer of the token as a caller of the API, without waiting when the token is cached. Throws or rejects
   * when the caller is not admitted, with `too_many_requests` when too many bad tokens came from the address recently,
   * and with `request_timeout` when the storage does not respond in time.
   */
  admit(admissionRequest: AdmissionRequest): AdmissionResult | Promise<AdmissionResult> {
    const { token, address } = admissionRequest
    const { identities, deadlines } = this.#dependencies
    const tokenHash = token === undefined ? undefined : hashSecret(token)
    const known = tokenHash && identities.cachedByHash(tokenHash, address.api)
    if (known && isOfLicense(known, admissionRequest)) return admitted(address, known)
    return deadlines.run(async () => {
      const read = (hash: string) => identities.authenticateHash(hash, address.api)
      return admitted(address, await this.#letIn(admissionRequest, tokenHash, read, (identity) => identity))
    })
  }

  /**
   * Admits a `login`, whose payload contains the token, and whose license must exist. Reads the token from the storage.
   * Has no time limit of its own.
   */
  async admitLogin(admissionRequest: LoginAdmissionRequest, payload: unknown): Promise<LoginAdmission> {
    const { identities, validator } = this.#dependencies
    const { address, licenseId } = admissionRequest
    if (licenseId !== undefined && !this.knowsLicense(licenseId)) await this.#requireLicense(licenseId)
    const contract = apis[address.api].login
    const request = validator.request(contract, address.version, payload)
    const tokenHash = hashSecret(loginToken(request.token))
    const read = (hash: string) => identities.logIn(hash, address.api)
    const found = await this.#letIn(admissionRequest, tokenHash, read, ({ identity }) => identity)
    const { identity, arriving, isCurrent } = found
    const login = new AdmittedLogin(contract, request, arriving)
    return { admitted: { identity, caller: toChatCaller(address, identity) }, login, isCurrent }
  }

  /**
   * Returns an access or customer token that has not expired, for any endpoint, or `undefined`. Returns without waiting
   * when the token is cached.
   */
  activeToken(token: string, remoteAddress: string | null): KnownToken | Promise<KnownToken | undefined> {
    const tokenHash = hashSecret(token)
    return (
      this.#dependencies.identities.cachedActiveToken(tokenHash) ??
      this.#lookUpActive(tokenHash, remoteAddress)
    )
  }

  /** Returns the current identity of a caller that was admitted before. */
  readmit({ api }: Address, { tokenHash }: Identity): Promise<Identity> {
    return this.#dependencies.identities.authenticateHash(tokenHash, api)
  }

  /** Returns the current identity without waiting if it is cached; `undefined` otherwise. */
  readmitCached({ api }: Address, { tokenHash }: Identity): Identity | undefined {
    return this.#dependencies.identities.cachedByHash(tokenHash, api)
  }

  /** Returns the identity as it is stored now. */
  readmitAnew({ api }: Address, { tokenHash }: Identity): Promise<Identity> {
    return this.#dependencies.identities.authenticateHash(tokenHash, api, true)
  }

  /** Returns whether the license is known to exist. */
  knowsLicense(licenseId: number): boolean {
    return this.#licenses.get(`${licenseId}`) === true
  }

  /**
   * Rejects with `license_not_found` when the license does not exist, and with `request_timeout` when the storage does
   * not respond in time.
   */
  requireLicense(licenseId: number): Promise<void> {
    return this.#dependencies.deadlines.run(() => this.#requireLicense(licenseId))
  }

  async #letIn<Found>(
    admissionRequest: Omit<AdmissionRequest, 'token'>,
    tokenHash: string | undefined,
    find: (tokenHash: string) => Promise<Found>,
    identityOf: (found: Found) => Identity,
  ): Promise<Found> {
    const { identities, addressRates } = this.#dependencies
    const { licenseId, remoteAddress } = admissionRequest
    // A token that was valid recently is not blocked by bad tokens from the same address.
    const isFamiliar = tokenHash !== undefined && identities.isFamiliar(tokenHash)
    if (!isFamiliar) addressRates.requireAuthentication(remoteAddress)
    try {
      if (tokenHash === undefined)
        throw new ParleyError('authentication', { detail: 'a bearer token is required' })
      const found = await find(tokenHash)
      if (!isOfLicense(identityOf(found), admissionRequest)) throw new ParleyError('authentication')
      return found
    } catch (cause) {
      if (isAuthenticationFailure(cause)) {
        addressRates.countFailedAuthentication(remoteAddress)
        // Reports an unknown license first, because that explains more than an invalid token.
        if (licenseId !== undefined) await this.#requireLicense(licenseId)
      }
      throw cause
    }
  }

  async #lookUpActive(tokenHash: string, remoteAddress: string | null): Promise<KnownToken | undefined> {
    const { identities, addressRates } = this.#dependencies
    if (!identities.isFamiliar(tokenHash)) addressRates.requireAuthentication(remoteAddress)
    const found = await identities.activeToken(tokenHash)
    if (found === undefined) addressRates.countFailedAuthentication(remoteAddress)
    return found
  }

  async #requireLicense(licenseId: number): Promise<void> {
    const license = await this.#dependencies.read.licenses.get(licenseId)
    if (license === undefined) throw new ParleyError('license_not_found')
    this.#licenses.set(`${licenseId}`, true)
  }
}

function isAuthenticationFailure(cause: unknown): boolean {
  return cause instanceof ParleyError && cause.type === 'authentication'
}

function isOfLicense({ principal }: Identity, { licenseId }: Pick<AdmissionRequest, 'licenseId'>): boolean {
  return licenseId === undefined || principal.licenseId === licenseId
}

function admitted(address: Address, identity: Identity): AdmissionResult {
  return { identity, caller: callerOf(address, identity) }
}

/** Returns the caller for an identity at an address. */
function callerOf(address: Address, identity: Identity): Caller {
  const { principal } = identity
  if (address.api !== 'configuration') return toChatCaller(address, identity)
  if (principal.kind !== 'agent') throw new ParleyError('authentication')
  return { ...address, principal }
}

/** Returns the caller for an identity on a real-time connection. */
export function toChatCaller({ api, version }: ChatAddress, { principal }: Identity): ChatCaller {
  if (api === 'customer' && principal.kind === 'customer') return { api, version, principal }
  if (api === 'agent' && principal.kind === 'agent') return { api, version, principal }
  throw new ParleyError('authentication')
}
