import type { Outcome } from '../changes/outcome.js'
import type { ChatChange } from '../chats/chat-change.js'
import { startChat as startStoredChat } from '../chats/start-chat.js'
import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { normalizeAgentIds } from '../domain/agents.js'
import { groupsOfNewChat } from '../domain/auto-chat-scopes.js'
import { hasDetails } from '../domain/customers.js'
import { bytesForThread } from '../domain/event-bytes.js'
import { type RequestedEvent, toNewEvent } from '../domain/events.js'
import { jsonBytes } from '../domain/json-bytes.js'
import { acceptProperties, type RequestedProperties } from '../domain/properties.js'
import { withTerms } from '../domain/property-terms.js'
import { currentPage } from '../domain/visits.js'
import { invalid, invalidField, ParleyError } from '../errors.js'
import type { Chat, ChatScopes } from '../model/chat.js'
import type { Customer } from '../model/customer.js'
import type { ThreadWithEvents } from '../model/thread.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { NewChat } from '../ports/stores/chat-writes.js'
import { agentChatWithThreadView, customerChatWithThreadView } from '../views/chat.js'
import type { ChatContext } from './access.js'
import { readQueue } from './customer-chats.js'
import { authorship } from './events.js'
import { filesNamedBy } from './uploaded-files.js'

/** The validated request of `start_chat`, the same for both APIs and all versions. */
export interface RequestedChat {
  readonly properties?: RequestedProperties
  readonly thread?: {
    readonly events?: readonly RequestedEvent[]
    readonly properties?: RequestedProperties
  }
}

/** Returns the new chat with the caller as its member (decisions §6.4). */
export async function toNewChat(
  context: ChatContext,
  requested: RequestedChat,
  scopes: ChatScopes,
): Promise<NewChat> {
  const { principal, now } = context
  const { threadBounds } = context.eventRules
  const { events: requestedEvents = [], properties } = requested.thread ?? {}
  const by = principal.kind
  const path = 'payload.chat.thread.events'
  const pathOf = (index: number) => `${path}[${index}]`
  const files = await filesNamedBy(context, requestedEvents, pathOf)
  const events = requestedEvents.map((event, index) =>
    toNewEvent(event, authorship(context, pathOf(index)), context.eventRules, files[index]),
  )
  const { startEventsBytes } = context.settings.limits
  if (jsonBytes(events) > startEventsBytes) {
    throw invalidField(
      { path, rule: 'too_large', limit: startEventsBytes },
      `is larger than ${startEventsBytes} bytes as JSON`,
    )
  }
  const thread = {
    id: context.newId(),
    createdAt: now,
    ...withTerms(
      acceptProperties(
        properties,
        { location: 'thread', by, path: 'payload.chat.thread.properties' },
        context.eventRules,
      ),
    ),
    events,
    bytes: bytesForThread(events, threadBounds, path),
    waits: by === 'customer',
    beganAt: context.steadyNow,
  }
  return {
    id: context.newId(),
    licenseId: principal.licenseId,
    createdAt: now,
    members: [{ id: principal.id, kind: principal.kind }],
    scopes,
    ...withTerms(
      acceptProperties(
        requested.properties,
        { location: 'chat', by, path: 'payload.chat.properties' },
        context.eventRules,
      ),
    ),
    thread,
  }
}

/**
 * Returns the chat with the groups of every matching automatic chat scope added. Rules on addresses are matched with
 * the page that `customer` is visiting.
 */
export async function withAutoScopes(
  context: ChatContext,
  chat: NewChat,
  customer?: Customer,
): Promise<NewChat> {
  const { autoChatScopes, settings, now } = context
  if (autoChatScopes.length === 0) return chat
  const customerUrl = currentPage(customer?.visitor ?? null, now)?.url
  const startedWith = { properties: chat.properties, customerUrl }
  const { scopeGroupCount } = settings.contractLimits
  const groups = await context.runInSteps(
    groupsOfNewChat(chat.scopes.groups, autoChatScopes, startedWith, scopeGroupCount),
  )
  return Object.assign({}, chat, { scopes: { groups, agents: chat.scopes.agents } })
}

/** Stores the new chat and returns the outcome of the action. */
export async function startChat<Response>(
  change: ChatChange,
  newChat: NewChat,
  show: (chat: Chat, thread: ThreadWithEvents) => Response | Promise<Response>,
): Promise<Outcome<Response>> {
  const { head, facts, chat, thread } = await startStoredChat(change, newChat)
  return { response: await show(chat, thread), facts, head, isNewChat: true }
}

export const agentStartChat = handle(agentContract.startChat, (context, { chat = {} }) =>
  startByAgent(context, chat, { groups: [], agents: [] }),
)

export const startChatWithScopes = handle(agentContract.startChatWithScopes, (context, { chat = {} }) => {
  const { groups, agents } = chat.thread?.scopes ?? {}
  return startByAgent(context, chat, {
    groups: [...new Set(groups)],
    agents: normalizeAgentIds(agents ?? []),
  })
})

async function startByAgent(context: ActionContext<'agent'>, chat: RequestedChat, scopes: ChatScopes) {
  const newChat = await withAutoScopes(context, await toNewChat(context, chat, scopes))
  return context.commit([newChat.id], (change) =>
    startChat(change, newChat, (stored, thread) => {
      return { chat: agentChatWithThreadView(stored, thread, context.viewer) }
    }),
  )
}

export const customerStartChat = handle(customerContract.startChat, async (context, { chat = {} }) => {
  const scopes = { groups: [...new Set(chat.scopes?.groups)], agents: [] }
  const newChat = await toNewChat(context, chat, scopes)
  // Runs these steps one after the other. Each locks the customer, and waiting for the lock would occupy another
  // database connection.
  return context.commit([context.principal.id], async (change) => {
    const customer = await requireStart(context, change.tx)
    const scoped = await withAutoScopes(context, newChat, customer)
    return startChat(change, scoped, async (stored, thread) => {
      const chat = customerChatWithThreadView(stored, thread, context.viewer)
      return { chat: { ...chat, ...(await readQueue(context, stored.head, change.tx.routing)) } }
    })
  })
})

/** Checks that the customer has sent their details (decisions §6.3) and has fewer chats than the host allows (§6.2). */
async function requireStart(context: ActionContext<'customer'>, tx: StorageTransaction): Promise<Customer> {
  const customer = await tx.customers.lock(context.principal.id)
  if (customer === undefined) throw new ParleyError('authentication')
  if (!hasDetails(customer))
    throw invalid(
      { path: 'payload', rule: 'details_required' },
      'customer details must be sent first (update_customer)',
    )
  const { chatsPerCustomer } = context.settings.limits
  const isLimited = chatsPerCustomer !== Number.POSITIVE_INFINITY
  if (isLimited && (await tx.chats.countByCustomer(customer.id)) >= chatsPerCustomer) {
    throw invalid(
      { path: 'payload', rule: 'limit_reached', limit: chatsPerCustomer },
      `a customer can have at most ${chatsPerCustomer} chats`,
    )
  }
  return customer
}
