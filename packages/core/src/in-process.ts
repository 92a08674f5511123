import { actions } from './actions/index.js'
import { ParleyConfigError } from './config-error.js'
import { apis } from './contract/apis.js'
import type { ActionContract, RequestOf, ResponseOf } from './contract/define.js'
import { type Scope, scopes as scopeTable } from './contract/scopes.js'
import type { ApiVersion, NewestVersion } from './contract/versions.js'
import type { Call, Dispatcher } from './dispatch/dispatcher.js'
import type { Action } from './dispatch/handle.js'
import { getGroupIds, normalizeAgentId } from './domain/agents.js'
import { isBanned } from './domain/bans.js'
import type { Caller } from './domain/caller.js'
import { grantableScopes } from './domain/grantable-scopes.js'
import { checkJson, type JsonBounds } from './domain/json-bounds.js'
import { jsonBytes } from './domain/json-bytes.js'
import type { AgentPrincipal } from './domain/principal.js'
import { ParleyError } from './errors.js'
import type { Clock } from './ports/clock.js'
import type { StorageReads } from './ports/storage.js'

/**
 * The name of the method, if the newest version has the action, and the action takes no file and is not limited to
 * real-time connections.
 */
type MethodName<K, C extends ActionContract, V> = V extends C['versions'][number]
  ? 'web' extends C['transports'][number]
    ? C extends { readonly upload: string }
      ? never
      : K
    : never
  : never

/** A method whose payload is optional when none of its fields is required. */
type Method<Request, Response> =
  Partial<Request> extends Request
    ? (payload?: Request) => Promise<Response>
    : (payload: Request) => Promise<Response>

/** The actions of the newest version as methods. There is no other version in process (decisions §16.15). */
type Methods<Actions, V extends ApiVersion> = {
  readonly [K in keyof Actions as Actions[K] extends Action<infer C>
    ? MethodName<K, C, V>
    : never]: Actions[K] extends Action<infer C> ? Method<RequestOf<C, V>, ResponseOf<C, V>> : never
}

/** The methods of a customer: every action of the newest Customer API except `login` and `send_file`. */
export type CustomerMethods = Methods<(typeof actions)['customer'], NewestVersion<'customer'>>
type AgentApiMethods = Methods<(typeof actions)['agent'], NewestVersion<'agent'>>
type ConfigurationMethods = Methods<(typeof actions)['configuration'], NewestVersion<'configuration'>>

/**
 * The methods of an agent: every action of the newest Agent API except `login`, `send_file` and `upload_image`, and
 * every action of the newest Configuration API.
 */
export interface AgentMethods extends AgentApiMethods, ConfigurationMethods {}

/** The agent on whose behalf the host acts. The scopes default to all that the agent's permission allows. */
export interface AgentReference {
  readonly agentId: string
  readonly scopes?: readonly Scope[]
  /** Id of the app that the agent uses. Needed for settings that belong to an app (decisions §8.11). Default: none. */
  readonly clientId?: string
}

/** The customer on whose behalf the host acts. */
export interface CustomerReference {
  readonly customerId: string
}

/**
 * Returns whether the reference names an agent; false when it names a customer. Throws a `ParleyConfigError` with an
 * example when it names neither, because hosts may be written without types.
 */
export function isAgentReference(reference: AgentReference | CustomerReference): reference is AgentReference {
  if (typeof reference === 'object' && reference !== null) {
    if ('agentId' in reference && typeof reference.agentId === 'string') return true
    if ('customerId' in reference && typeof reference.customerId === 'string') return false
  }
  const message = "parley.as needs an agent or a customer, such as { agentId: 'ann@example.com' }"
  throw new ParleyConfigError('argument_invalid', { option: 'parley.as.reference', message })
}

export interface InProcessDependencies {
  readonly dispatcher: Dispatcher
  readonly bounds: JsonBounds & { readonly bodyBytes: number }
  readonly read: StorageReads
  readonly clock: Clock
}

/** Returns the actions as methods that act for the agent. */
export function agentMethods(dependencies: InProcessDependencies, reference: AgentReference): AgentMethods {
  const find = () => agentPrincipal(dependencies.read, reference)
  const agent = { api: 'agent', version: apis.agent.newestVersion } as const
  const configuration = { api: 'configuration', version: apis.configuration.newestVersion } as const
  const callers = {
    agent: async () => ({ ...agent, principal: await find() }),
    configuration: async () => ({ ...configuration, principal: await find() }),
  }
  return {
    ...bind(actions.agent, agent.version, dependencies, callers.agent),
    ...bind(actions.configuration, configuration.version, dependencies, callers.configuration),
  }
}

/** Returns the actions as methods that act for the customer. */
export function customerMethods(
  dependencies: InProcessDependencies,
  reference: CustomerReference,
): CustomerMethods {
  return bind(actions.customer, apis.customer.newestVersion, dependencies, () =>
    customerCaller(dependencies, reference),
  )
}

/** Binds actions to a caller. Applies the same validation, limits, scopes and pushes as over the network. */
function bind<Actions extends Readonly<Record<string, Action>>, V extends ApiVersion>(
  actions: Actions,
  version: V,
  { dispatcher, bounds }: InProcessDependencies,
  findCaller: () => Promise<Caller>,
): Methods<Actions, V> {
  const client = { ip: null, userAgent: null }
  const served = Object.entries(actions).filter(
    ([
      ,
      {
        contract: { versions, transports, upload },
      },
    ]) => versions.includes(version) && transports.includes('web') && upload === undefined,
  )
  const methods = served.map(([key, { contract }]) => {
    const method = async (payload?: unknown) => {
      checkJson({ payload }, bounds, 'request')
      if (jsonBytes({ payload }) > bounds.bodyBytes) throw new ParleyError('entity_too_large')
      const options = { authorId: undefined, idempotencyKey: undefined, client, connection: null }
      const callBy = (caller: Caller): Call => {
        return { caller, action: contract.name, transport: 'in-process', payload, ...options }
      }
      return dispatcher.run(findCaller().then(callBy))
    }
    return [key, method] as const
  })
  // `fromEntries` cannot express the mapped type. The keys and values are those of `actions`.
  return Object.fromEntries(methods) as Methods<Actions, V>
}

async function agentPrincipal(
  read: StorageReads,
  { agentId, scopes, clientId }: AgentReference,
): Promise<AgentPrincipal> {
  const agent = await read.agents.get(normalizeAgentId(agentId))
  if (agent === undefined) throw new ParleyError('authentication', { detail: 'no such agent' })
  const { id, licenseId, permission } = agent
  const all = Object.keys(scopeTable) as Scope[]
  const granted = new Set(grantableScopes(scopes ?? all, permission))
  if (clientId !== undefined) await requireApp(read, clientId, licenseId)
  const groups = getGroupIds(agent)
  const bearer = { kind: 'agent', id, licenseId, clientId: clientId ?? null, grantHash: null } as const
  return Object.assign(bearer, { permission, groups, scopes: granted })
}

/** Throws an `authentication` error unless an agent of the license could authorize the app (decisions §4.2). */
async function requireApp(read: StorageReads, clientId: string, licenseId: number): Promise<void> {
  const app = await read.apps.get(clientId)
  if (app !== undefined && (app.licenseId === licenseId || app.visibility === 'public')) return
  throw new ParleyError('authentication', { detail: 'no such app' })
}

async function customerCaller(
  { read, clock }: InProcessDependencies,
  { customerId }: CustomerReference,
): Promise<Caller> {
  const customer = await read.customers.get(customerId)
  if (customer === undefined) throw new ParleyError('authentication', { detail: 'no such customer' })
  if (isBanned(customer.bannedUntil, clock.now())) throw new ParleyError('customer_banned')
  const { id, licenseId } = customer
  const principal = { kind: 'customer', id, licenseId, clientId: null } as const
  return { api: 'customer', version: apis.customer.newestVersion, principal }
}
