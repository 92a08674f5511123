import type {
  Agent,
  AgentChatsQuery,
  App,
  AppendCommand,
  AppendResult,
  ChatHead,
  ChatMember,
  ChatReads,
  Customer,
  License,
  MemberRemoval,
  NewChat,
  NewDelivery,
  NewEvent,
  NewEvents,
  NewThread,
  PutDevice,
  Storage,
  Token,
} from '@parley/core/storage'
import type { StorageContext } from './storage-context.js'

export function newLicense(values: Partial<License> = {}): Omit<License, 'id'> {
  return { name: 'Acme', plan: 'team', isInTrial: false, createdAt: 1_000, expiresAt: null, ...values }
}

export function newAgent(license: License, id: string, values: Partial<Agent> = {}): Agent {
  return {
    id,
    licenseId: license.id,
    externalId: null,
    name: `Agent ${id}`,
    email: `${id}@example.com`,
    avatar: null,
    permission: 'normal',
    groups: inGroups(0),
    maxChatsCount: 6,
    ownerClientId: null,
    routingStatus: 'accepting_chats',
    onlineUntil: 0,
    createdAt: 1_000,
    ...values,
  }
}

/** Returns group memberships with the priority `normal`. */
export function inGroups(...ids: readonly number[]): Agent['groups'] {
  return ids.map((id) => ({ id, priority: 'normal' }))
}

export function newDevice(agentId: string, token: string, values: Partial<PutDevice> = {}): PutDevice {
  return {
    agentId,
    token,
    platform: 'ios',
    isEnabled: true,
    applicationName: null,
    applicationVersion: null,
    putAt: 2_000,
    ...values,
  }
}

export function newCustomer(license: License, id: string, values: Partial<Customer> = {}): Customer {
  return {
    id,
    licenseId: license.id,
    externalId: null,
    name: `Customer ${id}`,
    email: null,
    fields: {},
    visitor: null,
    threadCount: 0,
    bannedUntil: null,
    createdAt: 1_000,
    ...values,
  }
}

export function newApp(license: License, clientId: string, values: Partial<App> = {}): App {
  return {
    clientId,
    licenseId: license.id,
    name: `App ${clientId}`,
    type: 'server',
    visibility: 'private',
    redirectUris: ['https://example.com/callback'],
    scopes: [],
    secretHash: null,
    requiresPkce: false,
    skipsConsent: false,
    createdAt: 1_000,
    ...values,
  }
}

export function newToken(license: License, hash: string, values: Partial<Token> = {}): Token {
  return {
    hash,
    kind: 'access',
    licenseId: license.id,
    clientId: 'client',
    entityId: 'agent',
    scopes: [],
    createdAt: 1_000,
    expiresAt: 2_000,
    refreshHash: null,
    sealedRefresh: null,
    codeHash: null,
    ...values,
  }
}

export function newEvent(id: string, values: Partial<NewEvent> = {}): NewEvent {
  return {
    id,
    authorId: 'customer',
    recipients: 'all',
    createdAt: 2_000,
    customId: null,
    properties: {},
    content: { type: 'message', text: `Text of ${id}` },
    ...values,
  }
}

export function newThread(id: string, values: Partial<NewThread> = {}): NewThread {
  const { createdAt = 1_500 } = values
  const begun = { createdAt, beganAt: createdAt, waits: false }
  return { id, properties: {}, propertyTerms: [], events: [], bytes: 0, ...begun, ...values }
}

/** Returns the removal of members that keeps all former members and does not put the thread into the queue. */
export function leaving(values: Partial<MemberRemoval> = {}): MemberRemoval {
  return { formerCount: null, waits: false, ...values }
}

/** Returns events to append, without bounds on the thread. */
export function added(events: readonly NewEvent[], values: Partial<NewEvents> = {}): NewEvents {
  const timeoutsFrom = events.at(-1)?.createdAt ?? null
  return { events, bytes: 300 * events.length, bounds: null, timeoutsFrom, ...values }
}

/** Returns the command that appends events, if the chat still has this revision. */
export function appendCommand(
  { id, revision }: Pick<ChatHead, 'id' | 'revision'>,
  events: readonly NewEvent[],
  values: Partial<AppendCommand> = {},
): AppendCommand {
  return { chatId: id, revision, ...added(events), at: 2_000, deliveries: [], ...values }
}

/** Returns a delivery about `chat`. */
export function newDelivery(license: License, id: string, values: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id,
    licenseId: license.id,
    chatId: 'chat',
    webhookId: 'webhook',
    payload: `{"id":"${id}"}`,
    eventIndex: null,
    createdAt: 2_000,
    dueAt: values.createdAt ?? 2_000,
    ...values,
  }
}

/** An `AppendResult` without its sequence, which separate cases check. */
export type AppendOutcome =
  | { readonly status: 'stored'; readonly orders: readonly number[] }
  | Exclude<AppendResult, { readonly status: 'stored' }>

/** Runs the append commands, and returns their outcomes. */
export async function send(
  storage: Storage,
  commands: readonly AppendCommand[],
): Promise<readonly AppendOutcome[]> {
  const results = await storage.appendEvents(commands)
  return results.map((result) => {
    return result.status === 'stored' ? { status: 'stored', orders: result.orders } : result
  })
}

export const customerMember: ChatMember = { id: 'customer', kind: 'customer' }
export const agentMember: ChatMember = { id: 'agent', kind: 'agent' }

export function newChat(license: License, id: string, values: Partial<NewChat> = {}): NewChat {
  return {
    id,
    licenseId: license.id,
    createdAt: 1_500,
    members: [customerMember],
    scopes: { groups: [], agents: [] },
    properties: {},
    propertyTerms: [],
    thread: newThread(`${id}-thread-1`),
    ...values,
  }
}

const mebibyte = 1_048_576

export function agentChats(license: License, values: Partial<AgentChatsQuery> = {}): AgentChatsQuery {
  return {
    licenseId: license.id,
    agentId: 'agent',
    reach: 'every',
    groups: [0],
    includeActive: true,
    filters: [],
    routing: 'any',
    order: 'desc',
    after: null,
    limit: 100,
    maxBytes: mebibyte,
    ...values,
  }
}

type CustomerChatsPiece = Parameters<ChatReads['listByCustomer']>[1]

export function customerChats(values: Partial<CustomerChatsPiece> = {}): CustomerChatsPiece {
  return { after: null, offset: 0, limit: 25, maxBytes: mebibyte, ...values }
}

/** Stores `customer`, `agent` and the chat, with the customer as its member. */
export function givenChat(context: StorageContext, values: Partial<NewChat> = {}): Promise<ChatHead> {
  const { license } = context
  return context.write(async (tx) => {
    await tx.agents.insert(newAgent(license, 'agent'))
    await tx.customers.insert(newCustomer(license, 'customer'))
    return tx.chats.insert(newChat(license, 'chat', values))
  })
}

/** The numbers from 1 to `count`. */
export function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
