import { apis } from '../../contract/apis.js'
import type { Deadlines } from '../../dispatch/deadlines.js'
import type { Validator } from '../../dispatch/validator.js'
import type { Caller } from '../../domain/caller.js'
import { ParleyError } from '../../errors.js'
import type { Identities } from '../../identity/identities.js'
import type { Identity, KnownToken } from '../../identity/known-token.js'
import { hashSecret } from '../../identity/tokens.js'
import type { StorageReads } from '../../ports/storage.js'
import { loginToken } from '../http/headers.js'
import type { Address } from '../protocol/routes.js'
import type { AddressRates } from './address-rates.js'

export interface Admitted {
  readonly identity: Identity
  readonly tokenHash: string
  readonly caller: Caller
}

/** Somebody at the door. */
export interface Applicant {
  readonly address: Address
  readonly token: string | undefined
  /** The one in a Customer API address. */
  readonly licenseId: number | undefined
  readonly remoteAddress: string | null
}

export interface AdmissionDependencies {
  readonly identities: Identities
  readonly read: Pick<StorageReads, 'licenses'>
  readonly deadlines: Deadlines
  readonly validator: Validator
  readonly addressRates: AddressRates
}

/** Lets callers in: the license, then the token, then both together. */
export class Admission {
  readonly #dependencies: AdmissionDependencies

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
    const tokenHash = token === undefined ? undefined : hashSecret(token)
    const known = tokenHash && this.#dependencies.identities.cachedByHash(tokenHash, address.api)
    if (tokenHash && known && isOfLicense(known, applicant)) return admitted(address, tokenHash, known)
    return this.#dependencies.deadlines.run(() => this.#lookUp(applicant, tokenHash))
  }

  /** The same for `login`, whose payload carries the token, and whose license must exist first of all. */
  admitLogin(
    { address, licenseId, remoteAddress }: Omit<Applicant, 'token'>,
    payload: unknown,
  ): Promise<Admitted> {
    const { deadlines, validator } = this.#dependencies
    return deadlines.run(async () => {
      if (licenseId !== undefined) await this.#requireLicense(licenseId)
      const token = loginToken(validator.request(apis[address.api].login, address.version, payload).token)
      return this.#lookUp({ address, token, licenseId, remoteAddress }, hashSecret(token))
    })
  }

  /** An access or customer token that lives, for whichever endpoint; `undefined` for any other. At once where it is known. */
  livingToken(token: string, remoteAddress: string | null): KnownToken | Promise<KnownToken | undefined> {
    const tokenHash = hashSecret(token)
    return (
      this.#dependencies.identities.cachedLivingToken(tokenHash) ??
      this.#lookUpLiving(tokenHash, remoteAddress)
    )
  }

  /** Who was admitted before, as they are now: the same object while nothing about them changes. */
  async readmit(address: Address, before: Admitted): Promise<Admitted> {
    const { identities } = this.#dependencies
    return readmitted(address, before, await identities.authenticateHash(before.tokenHash, address.api))
  }

  /** The same without waiting, where the identity is cached; `undefined` where it is not. */
  readmitCached(address: Address, before: Admitted): Admitted | undefined {
    const identity = this.#dependencies.identities.cachedByHash(before.tokenHash, address.api)
    return identity && readmitted(address, before, identity)
  }

  /** The same as it is stored now. */
  async readmitAnew(address: Address, before: Admitted): Promise<Admitted> {
    const { tokenHash } = before
    const identity = await this.#dependencies.identities.authenticateHash(tokenHash, address.api, true)
    return readmitted(address, before, identity)
  }

  /** `license_not_found` for an id that no license has, `request_timeout` when the storage does not say in time. */
  requireLicense(licenseId: number): Promise<void> {
    return this.#dependencies.deadlines.run(() => this.#requireLicense(licenseId))
  }

  async #lookUp(applicant: Applicant, tokenHash: string | undefined): Promise<Admitted> {
    const { identities, addressRates } = this.#dependencies
    const { address, licenseId, remoteAddress } = applicant
    // Who was let in lately is not kept out by others at the same address.
    const isFamiliar = tokenHash !== undefined && identities.isFamiliar(tokenHash)
    if (!isFamiliar) addressRates.requireAuthentication(remoteAddress)
    try {
      if (tokenHash === undefined)
        throw new ParleyError('authentication', { detail: 'a bearer token is required' })
      const identity = await identities.authenticateHash(tokenHash, address.api)
      if (!isOfLicense(identity, applicant)) throw new ParleyError('authentication')
      return admitted(address, tokenHash, identity)
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
  }
}

function isAuthenticationFailure(cause: unknown): boolean {
  return cause instanceof ParleyError && cause.type === 'authentication'
}

function isOfLicense({ principal }: Identity, { licenseId }: Applicant): boolean {
  return licenseId === undefined || principal.licenseId === licenseId
}

function readmitted(address: Address, before: Admitted, identity: Identity): Admitted {
  return identity === before.identity ? before : admitted(address, before.tokenHash, identity)
}

function admitted(address: Address, tokenHash: string, identity: Identity): Admitted {
  return { identity, tokenHash, caller: callerOf(address, identity) }
}

function callerOf({ api, version }: Address, { principal }: Identity): Caller {
  if (api === 'customer' && principal.kind === 'customer') return { api, version, principal }
  if (api === 'agent' && principal.kind === 'agent') return { api, version, principal }
  throw new ParleyError('authentication')
}
