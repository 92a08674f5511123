import { type ParleyServer, serve } from '@parley/adapter-node'
import type { Parley, ParleyOptions } from '@parley/core'
import type { LogFields } from '@parley/core/ports'
import type { Storage } from '@parley/core/storage'
import { createParleyWith, type FixedOverrides } from '@parley/core/testing'
import { apis } from '../../packages/core/src/contract/apis.js'
import { scopes as scopeTable } from '../../packages/core/src/contract/scopes.js'
import type { Api } from '../../packages/core/src/contract/versions.js'
import { unhurriedRates } from '../support/rates.js'
import type { ChatApi } from './attack.js'
import type { KnownValues } from './samples.js'

/** An engine with its server, and the users of it. */
export interface World {
  readonly engine: Parley
  readonly server: ParleyServer
  /** Error-level log lines so far. */
  readonly errors: readonly string[]
  readonly attacked: Tenant
  readonly bystanders: Tenant
  close(): Promise<void>
}

/** A license with an agent, a customer, and their chat. */
export interface Tenant {
  readonly licenseId: number
  readonly agentId: string
  readonly agentToken: string
  readonly refreshToken: string
  readonly customerId: string
  readonly customerToken: string
  readonly chatId: string
  readonly threadId: string
  readonly firstEventId: string
}

export async function createWorld(
  storage: Storage,
  rtm: ParleyOptions['rtm'] = {},
  timeouts: ParleyOptions['timeouts'] = {},
  fixedRtm: FixedOverrides['rtm'] = {},
): Promise<World> {
  const errors: string[] = []
  const engine = await createParleyWith(
    { limits, rtm: { ...unhurriedFixed, ...fixedRtm } },
    {
      storage,
      logger: capture(errors),
      // Prevents changes that no request asks for.
      routing: { mode: 'manual' },
      ...{ rtm: { ...unhurried, ...rtm }, rates: unhurriedRates, timeouts },
    },
  )
  const server = await serve(engine, { port: 0 })
  const attacked = await createTenant(engine, 'attacked')
  const bystanders = await createTenant(engine, 'bystander')
  const close = async () => {
    await engine.close()
    await server.close()
  }
  return { engine, server, errors, attacked, bystanders, close }
}

const unhurried = {
  // Prevents requests from being refused because of their number.
  messagesPerSecond: 1_000_000,
  // Prevents writes between two attacks.
  leaseRenewalMs: 60_000,
  // A connection may be idle for long until an attack uses it.
  inactivityTimeoutMs: 3_600_000,
}

const unhurriedFixed = {
  anonymousMessagesPerSecond: 1_000_000,
  // Makes a frame too large before the login exactly when it is too large after it.
  anonymousFrameBytes: 262_144,
}

/** Limits that keep the pushes of a customer's update few, although the attacks open many chats. */
const limits = { activeChatsPerCustomerCount: 3, chatsSummaryCount: 10 }

function capture(errors: string[]) {
  const nothing = () => undefined
  const error = (message: string, fields: LogFields = {}) => {
    const { cause, ...rest } = fields
    errors.push(`${message} ${JSON.stringify(rest)} ${cause instanceof Error ? cause.stack : String(cause)}`)
  }
  return { debug: nothing, info: nothing, warn: nothing, error }
}

async function createTenant({ admin, as }: Parley, name: string): Promise<Tenant> {
  const { id: licenseId } = await admin.licenses.create({ name })
  const agentId = `${name}@example.com`
  await admin.agents.create({ licenseId, login: agentId, name, permission: 'administrator' })
  const scopes = Object.keys(scopeTable).filter((scope) => scope in scopeTable)
  const { clientId } = await admin.apps.create({
    ...{ licenseId, name, type: 'server', visibility: 'private', redirectUris: [] },
    scopes: scopes.filter(isScope),
  })
  const agent = await admin.tokens.createForAgent({ licenseId, agentId, clientId })
  const customer = await admin.customers.create({ licenseId, name })
  const { accessToken: customerToken } = await admin.tokens.createForCustomer({
    licenseId,
    clientId,
    customerId: customer.id,
  })
  const { chat } = await as({ customerId: customer.id }).startChat({
    chat: { thread: { events: [{ type: 'message', text: 'the first message' }] } },
  })
  const [firstEvent] = chat.thread.events
  return {
    ...{
      licenseId,
      agentId,
      customerToken,
      customerId: customer.id,
      chatId: chat.id,
      threadId: chat.thread.id,
      firstEventId: firstEvent?.id ?? '',
    },
    ...{ agentToken: agent.accessToken, refreshToken: agent.refreshToken },
  }
}

function isScope(name: string): name is keyof typeof scopeTable {
  return Object.hasOwn(scopeTable, name)
}

/** Returns the address of an action. */
export function targetOf(tenant: Tenant, api: Api, version: string, action: string): string {
  const query = api === 'customer' ? `?license_id=${tenant.licenseId}` : ''
  return `/${api}/${version}/${apis[api].actionPrefix}${action}${query}`
}

export function rtmUrl({ server }: World, tenant: Tenant, api: ChatApi, version: string): string {
  const query = api === 'customer' ? `?license_id=${tenant.licenseId}` : ''
  return `${server.url.replace('http', 'ws')}/${api}/${version}/rtm/ws${query}`
}

export function tokenOf(tenant: Tenant, api: Api): string {
  return api === 'customer' ? tenant.customerToken : tenant.agentToken
}

/** Returns the ids that payloads need to refer to existing things. */
export function knownValues(tenant: Tenant, api: Api): KnownValues {
  return new Map([
    ['chat_id', tenant.chatId],
    ['thread_id', tenant.threadId],
    ['thread_ids', tenant.threadId],
    ['agent_id', tenant.agentId],
    ['agent_ids', tenant.agentId],
    ['token', tokenOf(tenant, api)],
  ])
}
