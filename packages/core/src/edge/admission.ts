import type { Identities } from '../auth/identities.js'
import type { Identity } from '../auth/known-token.js'
import { hashSecret } from '../auth/tokens.js'
import { login as agentLogin } from '../contract/actions/agent.js'
import { login as customerLogin } from '../contract/actions/customer.js'
import type { Deadlines } from '../dispatch/deadlines.js'
import type { Caller } from '../dispatch/dispatcher.js'
import type { Validator } from '../dispatch/validator.js'
import { ParleyError } from '../errors.js'
import type { StorageReads } from '../ports/storage.js'
import { loginToken } from './headers.js'
import type { Address } from './routes.js'

export interface Admitted {
  readonly identity: Identity
  readonly tokenHash: string
  readonly caller: Caller
}

/** Lets callers in: the license, then the token, then both together. */
export class Admission {
  readonly #identities: Identities
  readonly #read: Pick<StorageReads, 'licenses'>
  readonly #deadlines: Deadlines
  readonly #validator: Validator

  constructor(
    identities: Identities,
    read: Pick<StorageReads, 'licenses'>,
    deadlines: Deadlines,
    validator: Validator,
  ) {
    this.#identities = identities
    this.#read = read
    this.#deadlines = deadlines
    this.#validator = validator
  }

  /** The bearer of the token as a caller of that API; `licenseId` is the one in a Customer API address. */
  async admit(address: Address, token: string | undefined, licenseId: number | undefined): Promise<Admitted> {
    try {
      if (token === undefined)
        throw new ParleyError('authentication', { detail: 'a bearer token is required' })
      const tokenHash = hashSecret(token)
      const identity = await this.#identities.authenticateHash(tokenHash, address.api)
      const isOfLicense = licenseId === undefined || identity.principal.licenseId === licenseId
      if (!isOfLicense) throw new ParleyError('authentication')
      return { identity, tokenHash, caller: callerOf(address, identity) }
    } catch (cause) {
      // An unknown license says more than a token that cannot belong to it.
      if (licenseId !== undefined && isAuthenticationFailure(cause)) await this.requireLicense(licenseId)
      throw cause
    }
  }

  /** The same for `login`, whose payload carries the token. */
  async admitLogin(address: Address, payload: unknown, licenseId: number | undefined): Promise<Admitted> {
    const token = loginToken(this.#validator.request(loginOf(address), address.version, payload).token)
    return this.admit(address, token, licenseId)
  }

  /** Who was admitted before, as they are now: the same object while nothing about them changes. */
  async readmit(address: Address, before: Admitted): Promise<Admitted> {
    return readmitted(address, before, await this.#identities.authenticateHash(before.tokenHash, address.api))
  }

  /** The same without waiting, where the identity is cached; `undefined` where it is not. */
  readmitCached(address: Address, before: Admitted): Admitted | undefined {
    const identity = this.#identities.cachedByHash(before.tokenHash, address.api)
    return identity && readmitted(address, before, identity)
  }

  /** The same as it is stored now. */
  async readmitAnew(address: Address, before: Admitted): Promise<Admitted> {
    const { tokenHash } = before
    const identity = await this.#identities.authenticateHash(tokenHash, address.api, true)
    return readmitted(address, before, identity)
  }

  /** `license_not_found` for an id that no license has, `request_timeout` when the storage does not say in time. */
  async requireLicense(licenseId: number): Promise<void> {
    const license = await this.#deadlines.run(() => this.#read.licenses.get(licenseId))
    if (license === undefined) throw new ParleyError('license_not_found')
  }
}

function isAuthenticationFailure(cause: unknown): boolean {
  return cause instanceof ParleyError && cause.type === 'authentication'
}

function loginOf({ api }: Address): typeof customerLogin | typeof agentLogin {
  return api === 'customer' ? customerLogin : agentLogin
}

function readmitted(address: Address, before: Admitted, identity: Identity): Admitted {
  if (identity === before.identity) return before
  return { identity, tokenHash: before.tokenHash, caller: callerOf(address, identity) }
}

function callerOf({ api, version }: Address, { principal }: Identity): Caller {
  if (api === 'customer' && principal.kind === 'customer') return { api, version, principal }
  if (api === 'agent' && principal.kind === 'agent') return { api, version, principal }
  throw new ParleyError('authentication')
}
