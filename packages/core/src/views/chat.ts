import type { Static } from 'typebox'
import type {
  agentChatWithThread,
  agentChatWithThreads,
  agentThread,
  customerChatWithThread,
  customerChatWithThreads,
  customerThread,
} from '../contract/objects/chat.js'
import type { Chat, ChatScopes, ThreadWithEvents } from '../ports/stores/chats.js'
import { agentEventView, customerEventView, isShown } from './event.js'
import { propertiesView } from './properties.js'
import { agentApiUserView, customerApiUserView } from './user.js'
import { type AgentViewer, type CustomerViewer, toSeconds, type Viewer } from './viewer.js'

/** `{}`: all agents see the chat (spec chat.md "Other objects"). */
export function scopesView({ groups, agents }: ChatScopes): { groups?: number[]; agents?: string[] } {
  return {
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(agents.length > 0 && { agents: [...agents] }),
  }
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

function customerChatHead(chat: Chat, viewer: CustomerViewer) {
  return {
    id: chat.head.id,
    users: chat.users.map(customerApiUserView),
    ...propertiesView(chat.properties, 'chat', viewer),
    scopes: scopesView(chat.head.scopes),
  }
}

export function customerChatWithThreadView(
  chat: Chat,
  thread: ThreadWithEvents,
  viewer: CustomerViewer,
): Static<typeof customerChatWithThread> {
  return { ...customerChatHead(chat, viewer), thread: customerThreadView(thread, viewer) }
}

export function customerChatWithThreadsView(
  chat: Chat,
  threads: readonly ThreadWithEvents[],
  viewer: CustomerViewer,
): Static<typeof customerChatWithThreads> {
  return {
    ...customerChatHead(chat, viewer),
    threads: threads.map((thread) => customerThreadView(thread, viewer)),
  }
}

export function agentChatWithThreadView(
  chat: Chat,
  thread: ThreadWithEvents,
  viewer: AgentViewer,
): Static<typeof agentChatWithThread> {
  return {
    id: chat.head.id,
    users: chat.users.map((user) => agentApiUserView(user, viewer)),
    ...propertiesView(chat.properties, 'chat', viewer),
    thread: agentThreadView(thread, viewer),
  }
}

/** `threads` only where they were asked for (decisions §15), and all pages of a customer's visit (§16.18). */
export function agentChatWithThreadsView(
  chat: Chat,
  threads: readonly ThreadWithEvents[] | undefined,
  orders: readonly { readonly id: string; readonly order: number }[],
  viewer: AgentViewer,
): Static<typeof agentChatWithThreads> {
  const { properties } = propertiesView(chat.properties, 'chat', viewer)
  return {
    id: chat.head.id,
    users: chat.users.map((user) => agentApiUserView(user, viewer, 'all')),
    ...(threads && { threads: threads.map((thread) => agentThreadView(thread, viewer)) }),
    threads_summary: orders.map(({ id, order }) => ({ thread_id: id, order })),
    ...(properties && { properties, properites: properties }),
    scopes: scopesView(chat.head.scopes),
  }
}
