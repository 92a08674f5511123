import type { Static } from 'typebox'
import type {
  agentChatWithThread,
  agentThread,
  customerChatWithThread,
  customerThread,
} from '../contract/objects/chat.js'
import type { Chat, ChatScopes } from '../model/chat.js'
import type { ThreadSummary, ThreadWithEvents } from '../model/thread.js'
import { agentEventView, customerEventView, isShown } from './event.js'
import { propertiesView } from './properties.js'
import { agentApiUserView, customerApiUserView, type ShownPages } from './user.js'
import { type AgentViewer, type CustomerViewer, getFeatures, toSeconds, type Viewer } from './viewer.js'

/** Returns the scopes of a chat. `{}` means that all agents see it (spec chat.md "Other objects"). */
export function scopesView({ groups, agents }: ChatScopes): { groups?: number[]; agents?: string[] } {
  return {
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(agents.length > 0 && { agents: [...agents] }),
  }
}

/** Returns added or removed scopes. `groups` is always present. */
export function scopesChangeView({ groups, agents }: ChatScopes): { groups: number[]; agents?: string[] } {
  return { groups: [...groups], ...(agents.length > 0 && { agents: [...agents] }) }
}

export function customerThreadView(
  thread: ThreadWithEvents,
  viewer: CustomerViewer,
): Static<typeof customerThread> {
  const events = thread.events.filter((event) => isShown(event, viewer))
  return { ...threadHead(thread, viewer), events: events.map((event) => customerEventView(event, viewer)) }
}

export function agentThreadView(thread: ThreadWithEvents, viewer: AgentViewer): Static<typeof agentThread> {
  const events = thread.events.filter((event) => isShown(event, viewer))
  return {
    ...threadHead(thread, viewer),
    timestamp: toSeconds(thread.createdAt),
    events: events.map((event) => agentEventView(event, viewer)),
  }
}

function threadHead(thread: ThreadWithEvents, viewer: Viewer) {
  return {
    id: thread.id,
    active: thread.isActive,
    order: thread.order,
    user_ids: [...thread.userIds],
    ...propertiesView(thread.properties, 'thread', viewer),
  }
}

/** Returns the summary of a thread. `total_events` counts the events that the viewer can see (decisions §16.2). */
export function customerThreadSummaryView(
  { id, order, eventCount, agentsOnlyEventCount, richMessageCount }: ThreadSummary,
  viewer: CustomerViewer,
) {
  const hiddenCount = agentsOnlyEventCount + (getFeatures(viewer).hasRichMessages ? 0 : richMessageCount)
  return { id, order, total_events: eventCount - hiddenCount }
}

/** Returns the chat without its threads. */
export function customerChatView(chat: Chat, viewer: CustomerViewer) {
  return {
    id: chat.head.id,
    users: chat.users.map(customerApiUserView),
    ...propertiesView(chat.head.properties, 'chat', viewer),
    scopes: scopesView(chat.head.scopes),
  }
}

export function customerChatWithThreadView(
  chat: Chat,
  thread: ThreadWithEvents,
  viewer: CustomerViewer,
): Static<typeof customerChatWithThread> {
  return { ...customerChatView(chat, viewer), thread: customerThreadView(thread, viewer) }
}

export function agentChatWithThreadView(
  chat: Chat,
  thread: ThreadWithEvents,
  viewer: AgentViewer,
  pages: ShownPages = 'last',
): Static<typeof agentChatWithThread> {
  return {
    id: chat.head.id,
    users: chat.users.map((user) => agentApiUserView(user, viewer, pages)),
    ...propertiesView(chat.head.properties, 'chat', viewer),
    thread: agentThreadView(thread, viewer),
  }
}

/** Returns the chat without its threads, but with all pages of the customer's visit (decisions §16.18). */
export function agentChatView(chat: Chat, viewer: AgentViewer) {
  const { properties } = propertiesView(chat.head.properties, 'chat', viewer)
  return {
    id: chat.head.id,
    users: chat.users.map((user) => agentApiUserView(user, viewer, 'all')),
    ...(properties && { properties, properites: properties }),
    scopes: scopesView(chat.head.scopes),
  }
}

export function threadsSummaryView(orders: readonly { readonly id: string; readonly order: number }[]) {
  return orders.map(({ id, order }) => ({ thread_id: id, order }))
}
