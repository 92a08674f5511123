import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import type { Scope } from '../contract/scopes.js'
import { agentIdOf } from '../domain/agents.js'
import { newCustomer } from '../domain/customers.js'
import { grantableScopes } from '../domain/grantable-scopes.js'
import { invalid } from '../errors.js'
import type { App } from '../model/app.js'
import { type Revocation, revokedFacts } from '../oauth/revocation.js'
import type { TokenIssuer } from '../oauth/token-issuer.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkOptions } from './check-options.js'
import { type AgentTokenOptions, type CustomerTokenOptions, optionSchemas } from './options.js'

export interface AgentTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInSeconds: number
  readonly scopes: readonly Scope[]
}

export interface CustomerToken {
  readonly accessToken: string
  readonly customerId: string
  readonly expiresInSeconds: number
}

/** Tokens for those whom the host knows already, without a sign-in. */
export class TokenAdmin {
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #issuer: TokenIssuer
  readonly #revocation: Revocation
  readonly #settings: Settings

  constructor(dependencies: {
    changes: Changes
    clock: Clock
    ids: Ids
    issuer: TokenIssuer
    revocation: Revocation
    settings: Settings
  }) {
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#ids = dependencies.ids
    this.#issuer = dependencies.issuer
    this.#revocation = dependencies.revocation
    this.#settings = dependencies.settings
  }

  /**
   * Issues an access and a refresh token for an agent, with the app's scopes, or those of them that `scopes` names, as far as the
   * agent may hold them. A bot has no token: its app acts as it by `author_id`.
   */
  async issueForAgent(options: AgentTokenOptions): Promise<AgentTokens> {
    checkOptions(optionSchemas.agentToken, options, this.#settings.limits)
    const { licenseId, clientId } = options
    return this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      const app = await requireApp(tx, licenseId, clientId)
      const agent = await tx.agents.get(agentIdOf(options.agentId))
      if (agent?.licenseId !== licenseId) throw invalid('agentId names no agent of the license')
      if (agent.ownerClientId !== null)
        throw invalid('agentId names a bot, as which its app acts by author_id')
      const asked = (options.scopes ?? app.scopes).filter((scope) => app.scopes.includes(scope))
      const scopes = grantableScopes(asked, agent.permission)
      const grant = { licenseId, clientId, agentId: agent.id, scopes, codeHash: null }
      const { revoked, ...issued } = await this.#issuer.pair(tx, grant)
      return { response: { ...issued, scopes }, facts: revokedFacts(revoked) }
    })
  }

  /** Issues an access token for an existing customer, or for a new one when `customerId` is absent. */
  async issueForCustomer(options: CustomerTokenOptions): Promise<CustomerToken> {
    checkOptions(optionSchemas.customerToken, options, this.#settings.limits)
    const { licenseId, clientId } = options
    const newId = this.#ids.uuid()
    return this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      await requireApp(tx, licenseId, clientId)
      const customerId = options.customerId ?? newId
      if (options.customerId !== undefined) await requireCustomer(tx, licenseId, customerId)
      else await tx.customers.insert(newCustomer(licenseId, newId, this.#clock.now()))
      const issued = await this.#issuer.customer(tx, { licenseId, clientId, customerId })
      return { response: { ...issued, customerId }, facts: [] }
    })
  }

  /** Ends an access, refresh or customer token with what falls with it, on every node (decisions §4.9). */
  async revoke(token: string): Promise<void> {
    checkArgument('token', token, this.#settings.limits)
    await this.#revocation.revoke(systemOrigin, token)
  }
}

async function requireApp(tx: StorageTransaction, licenseId: number, clientId: string): Promise<App> {
  const app = await tx.apps.get(clientId)
  if (app?.licenseId !== licenseId) throw invalid('clientId names no app of the license')
  return app
}

async function requireCustomer(tx: StorageTransaction, licenseId: number, customerId: string): Promise<void> {
  const customer = await tx.customers.get(customerId)
  if (customer?.licenseId !== licenseId) throw invalid('customerId names no customer of the license')
}
