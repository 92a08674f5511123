import type { Changes } from '../changes/changes.js'
import { systemOrigin } from '../changes/origin.js'
import { normalizeAgentId } from '../domain/agents.js'
import { newCustomer } from '../domain/customers.js'
import { grantableScopes } from '../domain/grantable-scopes.js'
import { pageIds } from '../domain/page-ids.js'
import { invalid, invalidField } from '../errors.js'
import type { App } from '../model/app.js'
import type { Token as StoredToken } from '../model/token.js'
import { type Revocation, revokedFacts } from '../oauth/revocation.js'
import type { TokenIssuer } from '../oauth/token-issuer.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'
import { checkArgument, checkInput } from './check-input.js'
import { type AgentTokens, type CustomerToken, type Token, toToken } from './entities/token.js'
import type { Page } from './inputs/page.js'
import {
  type CreateAgentTokenInput,
  type CreateCustomerTokenInput,
  createAgentToken,
  createCustomerToken,
  type ListTokensInput,
  listTokens,
} from './inputs/token.js'
import { mapPage, readPage } from './pages.js'

const pages = pageIds('tokens', ['integer', 'text'])

/**
 * Creates tokens without a sign-in, for agents and customers whom the host has identified itself, and revokes tokens.
 */
export class TokenAdmin {
  readonly #read: Pick<StorageReads, 'tokens'>
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #issuer: TokenIssuer
  readonly #revocation: Revocation
  readonly #settings: Settings

  constructor(dependencies: {
    read: Pick<StorageReads, 'tokens'>
    changes: Changes
    clock: Clock
    ids: Ids
    issuer: TokenIssuer
    revocation: Revocation
    settings: Settings
  }) {
    this.#read = dependencies.read
    this.#changes = dependencies.changes
    this.#clock = dependencies.clock
    this.#ids = dependencies.ids
    this.#issuer = dependencies.issuer
    this.#revocation = dependencies.revocation
    this.#settings = dependencies.settings
  }

  /**
   * Creates an access token and a refresh token for an agent, with the app's scopes, or those of them that `scopes`
   * names, as far as the agent's permission allows. `validation` for an unknown app or agent, or a bot, because its app
   * acts as it by `author_id`.
   */
  async createForAgent(input: CreateAgentTokenInput): Promise<AgentTokens> {
    checkInput(createAgentToken, input, this.#settings.limits)
    const { licenseId, clientId } = input
    return this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      const app = await requireApp(tx, licenseId, clientId)
      const agent = await tx.agents.get(normalizeAgentId(input.agentId))
      if (agent?.licenseId !== licenseId)
        throw invalid(
          { path: 'input.agentId', rule: 'not_found' },
          'agentId does not match any agent of the license',
        )
      if (agent.ownerClientId !== null)
        throw invalid(
          { path: 'input.agentId', rule: 'not_allowed' },
          'agentId is the id of a bot; its app acts as it with author_id',
        )
      const asked = (input.scopes ?? app.scopes).filter((scope) => app.scopes.includes(scope))
      const scopes = grantableScopes(asked, agent.permission)
      const grant = { licenseId, clientId, agentId: agent.id, scopes, codeHash: null }
      const { revoked, ...issued } = await this.#issuer.pair(tx, grant)
      return { response: { ...issued, scopes }, facts: revokedFacts(revoked) }
    })
  }

  /**
   * Creates an access token for a customer, and the customer too when `customerId` is absent. `validation` for an
   * unknown app or customer.
   */
  async createForCustomer(input: CreateCustomerTokenInput): Promise<CustomerToken> {
    checkInput(createCustomerToken, input, this.#settings.limits)
    const { licenseId, clientId } = input
    const newId = this.#ids.uuid()
    return this.#changes.commit(systemOrigin, this.#clock.now(), [], async (tx) => {
      await requireApp(tx, licenseId, clientId)
      const customerId = input.customerId ?? newId
      if (input.customerId !== undefined) await requireCustomer(tx, licenseId, customerId)
      else await tx.customers.insert(newCustomer(licenseId, newId, this.#clock.now()))
      const issued = await this.#issuer.customer(tx, { licenseId, clientId, customerId })
      return { response: { ...issued, customerId }, facts: [] }
    })
  }

  /**
   * Lists the tokens of an agent or a customer, the newest first. Expired tokens may be among them until they are
   * deleted.
   */
  async list(input: ListTokensInput): Promise<Page<Token>> {
    checkInput(listTokens, input, this.#settings.limits)
    const bearerId = bearerIdOf(input)
    const page = await readPage(input, {
      pageIds: pages,
      keyOf: ({ createdAt, hash }: StoredToken) => [createdAt, hash],
      read: (limit, after) =>
        this.#read.tokens.listByEntity(bearerId, limit, after && { createdAt: after[0], hash: after[1] }),
    })
    return mapPage(page, toToken)
  }

  /**
   * Revokes a token on every node (decisions §4.9). Revoking an access or a refresh token also revokes the refresh
   * token and all its access tokens. `token` is the token itself or the `id` of a listed token. Does nothing for an
   * unknown one.
   */
  async revoke(token: string): Promise<void> {
    checkArgument('token', token, this.#settings.limits)
    if (tokenId.test(token)) await this.#revocation.revokeById(systemOrigin, token)
    else await this.#revocation.revoke(systemOrigin, token)
  }
}

/** Tokens themselves begin with a prefix such as `pla_`. */
const tokenId = /^[0-9a-f]{64}$/

function bearerIdOf({ agentId, customerId }: ListTokensInput): string {
  if (agentId !== undefined && customerId === undefined) return normalizeAgentId(agentId)
  if (customerId !== undefined && agentId === undefined) return customerId
  const rule = agentId === undefined ? 'required' : 'conflicts_with'
  throw invalidField({ path: 'input', rule }, 'must have one of agentId and customerId')
}

async function requireApp(tx: StorageTransaction, licenseId: number, clientId: string): Promise<App> {
  const app = await tx.apps.get(clientId)
  if (app?.licenseId !== licenseId)
    throw invalid(
      { path: 'input.clientId', rule: 'not_found' },
      'clientId does not match any app of the license',
    )
  return app
}

async function requireCustomer(tx: StorageTransaction, licenseId: number, customerId: string): Promise<void> {
  const customer = await tx.customers.get(customerId)
  if (customer?.licenseId !== licenseId)
    throw invalid(
      { path: 'input.customerId', rule: 'not_found' },
      'customerId does not match any customer of the license',
    )
}
