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

export interface Admitted<C extends Caller = Caller> {
  readonly identity: Identity
  readonly caller: C
}

/** Somebody at the door. */
export interface Applicant {
  readonly address: Address
  readonly token: string | undefined
  /** The one in a Customer API address. */
  readonly licenseId: number | undefined
  readonly remoteAddress: string | null
}

/** Somebody who wants to log in: the token is in the payload. */
export interface LoginApplicant extends Omit<Applicant, 'token'> {
  readonly address: ChatAddress
}

/** Who logs in, with the login itself. */
export interface Arrival {
  readonly admitted: Admitted<ChatCaller>
  readonly login: AdmittedLogin
  /** `false`: it may be from before something that ends tokens. */
  isCurrent(): boolean
}

export interface AdmissionDependencies {
  readonly identities: Identities
  readonly read: Pick<StorageReads, 'licenses'>
  readonly deadlines: Deadlines
  readonly validator: Validator
  readonly addressRates: AddressRates
}

/** A few bytes each. */
const knownLicenseCount = 100_000

/** Lets callers in: the license, then the token, then both together. */
export class Admission {
  readonly #dependencies: AdmissionDependencies
  /** Licenses that exist; none ever ceases to. */
  readonly #licenses = new RecentMap<true>(knownLicenseCount)

  constructor(dependencies: AdmissionDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * The bearer of the token as a caller of that API: at once where the token is known. Throws or rejects with what
   * forbids it, `too_many_requests` when too many bad tokens came from there lately, or `request_timeout` when the
   * storage does not say in time.
   */
  admit(applicant: Applicant): Admitted | Promise<Admitted> {
    const { token, address } = applicant
    const { identities, deadlines } = this.#dependencies
    const tokenHash = token === undefined ? undefined : hashSecret(token)
    const known = tokenHash && identities.cachedByHash(tokenHash, address.api)
    if (known && isOfLicense(known, applicant)) return admitted(address, known)
    return deadlines.run(async () => {
      const read = (hash: string) => identities.authenticateHash(hash, address.api)
      return admitted(address, await this.#letIn(applicant, tokenHash, read, (identity) => identity))
    })
  }

  /**
   * The same for `login`, whose payload carries the token, and whose license must exist first of all: the token as it is
   * stored now. Takes as long as the storage does.
   */
  async admitLogin(applicant: LoginApplicant, payload: unknown): Promise<Arrival> {
    const { identities, validator } = this.#dependencies
    const { address, licenseId } = applicant
    if (licenseId !== undefined && !this.knowsLicense(licenseId)) await this.#requireLicense(licenseId)
    const contract = apis[address.api].login
    const request = validator.request(contract, address.version, payload)
    const tokenHash = hashSecret(loginToken(request.token))
    const read = (hash: string) => identities.logIn(hash, address.api)
    const found = await this.#letIn(applicant, tokenHash, read, ({ identity }) => identity)
    const { identity, arriving, isCurrent } = found
    const login = new AdmittedLogin(contract, request, arriving)
    return { admitted: { identity, caller: chatCallerOf(address, identity) }, login, isCurrent }
  }

  /** An access or customer token that lives, for whichever endpoint; `undefined` for any other. At once where it is known. */
  livingToken(token: string, remoteAddress: string | null): KnownToken | Promise<KnownToken | undefined> {
    const tokenHash = hashSecret(token)
    return (
      this.#dependencies.identities.cachedLivingToken(tokenHash) ??
      this.#lookUpLiving(tokenHash, remoteAddress)
    )
  }

  /** Who was admitted before, as they are now. */
  readmit({ api }: Address, { tokenHash }: Identity): Promise<Identity> {
    return this.#dependencies.identities.authenticateHash(tokenHash, api)
  }

  /** The same without waiting, where the identity is cached; `undefined` where it is not. */
  readmitCached({ api }: Address, { tokenHash }: Identity): Identity | undefined {
    return this.#dependencies.identities.cachedByHash(tokenHash, api)
  }

  /** The same as it is stored now. */
  readmitAnew({ api }: Address, { tokenHash }: Identity): Promise<Identity> {
    return this.#dependencies.identities.authenticateHash(tokenHash, api, true)
  }

  /** Whether it is known that there is a license with that id. */
  knowsLicense(licenseId: number): boolean {
    return this.#licenses.get(`${licenseId}`) === true
  }

  /** `license_not_found` for an id that no license has, `request_timeout` when the storage does not say in time. */
  requireLicense(licenseId: number): Promise<void> {
    return this.#dependencies.deadlines.run(() => this.#requireLicense(licenseId))
  }

  async #letIn<Found>(
    applicant: Omit<Applicant, 'token'>,
    tokenHash: string | undefined,
    find: (tokenHash: string) => Promise<Found>,
    identityOf: (found: Found) => Identity,
  ): Promise<Found> {
    const { identities, addressRates } = this.#dependencies
    const { licenseId, remoteAddress } = applicant
    // Who was let in lately is not kept out by others at the same address.
    const isFamiliar = tokenHash !== undefined && identities.isFamiliar(tokenHash)
    if (!isFamiliar) addressRates.requireAuthentication(remoteAddress)
    try {
      if (tokenHash === undefined)
        throw new ParleyError('authentication', { detail: 'a bearer token is required' })
      const found = await find(tokenHash)
      if (!isOfLicense(identityOf(found), applicant)) throw new ParleyError('authentication')
      return found
    } catch (cause) {
      if (isAuthenticationFailure(cause)) {
        addressRates.countFailedAuthentication(remoteAddress)
        // An unknown license says more than a token that cannot belong to it.
        if (licenseId !== undefined) await this.#requireLicense(licenseId)
      }
      throw cause
    }
  }

  async #lookUpLiving(tokenHash: string, remoteAddress: string | null): Promise<KnownToken | undefined> {
    const { identities, addressRates } = this.#dependencies
    if (!identities.isFamiliar(tokenHash)) addressRates.requireAuthentication(remoteAddress)
    const found = await identities.livingToken(tokenHash)
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

function isOfLicense({ principal }: Identity, { licenseId }: Pick<Applicant, 'licenseId'>): boolean {
  return licenseId === undefined || principal.licenseId === licenseId
}

function admitted(address: Address, identity: Identity): Admitted {
  return { identity, caller: callerOf(address, identity) }
}

/** Whose calls those of that identity are. */
function callerOf(address: Address, identity: Identity): Caller {
  const { principal } = identity
  if (address.api !== 'configuration') return chatCallerOf(address, identity)
  if (principal.kind !== 'agent') throw new ParleyError('authentication')
  return { ...address, principal }
}

/** The same on a connection. */
export function chatCallerOf({ api, version }: ChatAddress, { principal }: Identity): ChatCaller {
  if (api === 'customer' && principal.kind === 'customer') return { api, version, principal }
  if (api === 'agent' && principal.kind === 'agent') return { api, version, principal }
  throw new ParleyError('authentication')
}
