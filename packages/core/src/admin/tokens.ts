import { hashSecret, newSecret } from '../auth/tokens.js'
import { type Scope, scopes as scopeTable } from '../contract/scopes.js'
import { invalid } from '../errors.js'
import type { Settings } from '../options.js'
import type { Clock } from '../ports/clock.js'
import type { Ids } from '../ports/ids.js'
import type { Storage, StorageTransaction } from '../ports/storage.js'
import type { Permission } from '../ports/stores/agents.js'
import type { App } from '../ports/stores/apps.js'
import type { Token } from '../ports/stores/tokens.js'
import { newCustomer } from './customers.js'

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
  readonly #storage: Storage
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #lifetimes: Settings['lifetimes']

  constructor(storage: Storage, clock: Clock, ids: Ids, lifetimes: Settings['lifetimes']) {
    this.#storage = storage
    this.#clock = clock
    this.#ids = ids
    this.#lifetimes = lifetimes
  }

  /** With the app's scopes, or those of them that `scopes` names, as far as the agent may hold them (decisions §4.4). */
  issueForAgent(options: {
    readonly licenseId: number
    readonly agentId: string
    readonly clientId: string
    readonly scopes?: readonly Scope[]
  }): Promise<AgentTokens> {
    const { licenseId, clientId } = options
    const accessToken = newSecret('access', this.#ids)
    const refreshToken = newSecret('refresh', this.#ids)
    return this.#storage.transaction(async (tx) => {
      const app = await requireApp(tx, licenseId, clientId)
      const agent = await tx.agents.get(options.agentId.toLowerCase())
      if (agent?.licenseId !== licenseId) throw invalid('agentId names no agent of the license')
      const asked = options.scopes ?? app.scopes
      const scopes = grantable(
        asked.filter((scope) => app.scopes.includes(scope)),
        agent.permission,
      )
      const bearer = { licenseId, clientId, entityId: agent.id, scopes, createdAt: this.#clock.now() }
      const refreshHash = hashSecret(refreshToken)
      const expiresInSeconds = this.#lifetimes.accessTokenSeconds
      const expiresAt = bearer.createdAt + expiresInSeconds * 1_000
      const access: Token = {
        ...bearer,
        hash: hashSecret(accessToken),
        kind: 'access',
        expiresAt,
        refreshHash,
      }
      const refresh: Token = {
        ...bearer,
        hash: refreshHash,
        kind: 'refresh',
        expiresAt: null,
        refreshHash: null,
      }
      await tx.tokens.insert([refresh, access])
      return { accessToken, refreshToken, expiresInSeconds, scopes }
    })
  }

  /** For an existing customer, or a new one when `customerId` is absent. */
  issueForCustomer(options: {
    readonly licenseId: number
    readonly clientId: string
    readonly customerId?: string
  }): Promise<CustomerToken> {
    const { licenseId, clientId } = options
    const accessToken = newSecret('customer', this.#ids)
    const newId = this.#ids.uuid()
    return this.#storage.transaction(async (tx) => {
      await requireApp(tx, licenseId, clientId)
      const createdAt = this.#clock.now()
      const customerId = options.customerId ?? newId
      if (options.customerId === undefined)
        await tx.customers.insert(newCustomer(licenseId, newId, createdAt))
      else await requireCustomer(tx, licenseId, customerId)
      const expiresInSeconds = this.#lifetimes.customerTokenSeconds
      const expiresAt = createdAt + expiresInSeconds * 1_000
      const bearer = { licenseId, clientId, entityId: customerId, scopes: [], createdAt, expiresAt }
      await tx.tokens.insert([
        { ...bearer, hash: hashSecret(accessToken), kind: 'customer', refreshHash: null },
      ])
      return { accessToken, customerId, expiresInSeconds }
    })
  }
}

/** Less the administrator-level ones for an agent who is not an administrator. */
export function grantable(scopes: readonly Scope[], permission: Permission): readonly Scope[] {
  return scopes.filter((scope) => permission === 'administrator' || scopeTable[scope].level === 'normal')
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
