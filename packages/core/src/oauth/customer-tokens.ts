import type { Changes } from '../changes/changes.js'
import type { Origin } from '../changes/origin.js'
import { newCustomer } from '../domain/customers.js'
import { matchesAnyRedirectUri } from '../domain/redirect-uris.js'
import { OAuthError } from '../errors.js'
import type { App } from '../model/app.js'
import type { Token } from '../model/token.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import { type Parameters, requireParameter } from './parameters.js'
import { remainingSeconds } from './token-info.js'
import { requireExistingApp, type TokenIssuer } from './token-issuer.js'

/**
 * Response with a customer token (spec authorization.md "Customer token response"), with the fields that decisions
 * §4.12 adds.
 */
export interface CustomerTokenResponse {
  readonly access_token: string
  readonly client_id: string
  readonly entity_id: string
  /** Misspelled in the specification. */
  readonly expires_id: number
  readonly expires_in: number
  readonly token_type: 'Bearer'
}

const maxLifetimeSeconds = 2_592_000

/** Handles `POST {auth_url}/customer/` and the direct chat URL `GET {auth_url}/customer`. */
export class CustomerTokens {
  readonly #read: StorageReads
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #issuer: TokenIssuer

  constructor(dependencies: {
    read: StorageReads
    changes: Changes
    clock: Clock
    ids: Ids
    issuer: TokenIssuer
  }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#ids = dependencies.ids
    this.#issuer = dependencies.issuer
  }

  /** Creates a customer token. `token` is the valid access token of the request. */
  async create(origin: Origin, token: Token, parameters: Parameters): Promise<CustomerTokenResponse> {
    requireManaging(token)
    const clientId = requireParameter(parameters, 'client_id')
    const responseType = requireParameter(parameters, 'response_type')
    const redirectUri = requireParameter(parameters, 'redirect_uri')
    if (clientId !== token.clientId)
      throw new OAuthError('invalid_request', 'client_id is not the app of the token')
    if (responseType !== 'token')
      throw new OAuthError('unsupported_response_type', 'response_type must be token')
    const lifetimeSeconds = lifetimeOf(parameters)
    const newId = this.#ids.uuid()
    const customerId = parameters.get('customer_id')
    return this.#changes.commit(origin, this.#clock.now(), [], async (tx) => {
      // Reads the access token again inside the transaction: the new token lives much longer, and must not be created
      // from a revoked one.
      if ((await tx.tokens.get(token.hash)) === undefined)
        throw new OAuthError('invalid_token', 'the access token was revoked')
      const app = await requireExistingApp(tx, clientId)
      if (!app.redirectUris.includes(redirectUri)) throw badRedirectUri()
      const id = await this.#customer(tx, token, customerId, newId)
      const { licenseId } = token
      const issued = await this.#issuer.customer(tx, { licenseId, clientId, customerId: id }, lifetimeSeconds)
      return { response: customerResponse(issued, clientId, id), facts: [] }
    })
  }

  /** Returns the direct chat URL for the bearer of a valid customer token (decisions §4.13). */
  async directChatUrl(token: Token, accessToken: string, redirectUri: string): Promise<string> {
    if (token.kind !== 'customer')
      throw new OAuthError('invalid_token', 'a customer access token is required')
    const app = await this.#app(token.clientId)
    if (!matchesAnyRedirectUri(redirectUri, app.redirectUris)) throw badRedirectUri()
    const fragment = new URLSearchParams({
      access_token: accessToken,
      license_id: String(token.licenseId),
      expires_in: String(remainingSeconds(token, this.#clock.now())),
      token_type: 'Bearer',
    })
    return `${redirectUri}#${fragment}`
  }

  async #app(clientId: string): Promise<App> {
    const app = await this.#read.apps.get(clientId)
    if (app === undefined) throw new OAuthError('invalid_token', 'the app of the token is gone')
    return app
  }

  /**
   * Returns the id of the customer, and creates one when no id was given. An unknown id is an error, and never creates
   * a customer (decisions §4.12).
   */
  async #customer(
    tx: StorageTransaction,
    { licenseId }: Token,
    customerId: string | undefined,
    newId: string,
  ): Promise<string> {
    if (customerId === undefined) {
      await tx.customers.insert(newCustomer(licenseId, newId, this.#clock.now()))
      return newId
    }
    const customer = await tx.customers.get(customerId)
    if (customer?.licenseId !== licenseId)
      throw new OAuthError('invalid_request', 'customer_id does not match any customer')
    return customerId
  }
}

function requireManaging({ kind, scopes }: Token): void {
  if (kind === 'customer') throw new OAuthError('invalid_token', 'an access token of an app is required')
  if (!scopes.includes('customers.identity--manage')) {
    throw new OAuthError('insufficient_scope', 'the scope customers.identity--manage is required')
  }
}

function badRedirectUri(): OAuthError {
  return new OAuthError('invalid_request', 'redirect_uri is not registered')
}

function lifetimeOf(parameters: Parameters): number | undefined {
  const validFor = parameters.get('valid_for')
  if (validFor === undefined) return undefined
  const seconds = /^[0-9]{1,10}$/.test(validFor) ? Number(validFor) : 0
  if (seconds < 1 || seconds > maxLifetimeSeconds) {
    throw new OAuthError('invalid_request', `valid_for must be an integer from 1 to ${maxLifetimeSeconds}`)
  }
  return seconds
}

function customerResponse(
  { accessToken, expiresInSeconds }: { accessToken: string; expiresInSeconds: number },
  clientId: string,
  customerId: string,
): CustomerTokenResponse {
  return {
    access_token: accessToken,
    client_id: clientId,
    entity_id: customerId,
    expires_id: expiresInSeconds,
    expires_in: expiresInSeconds,
    token_type: 'Bearer',
  }
}
