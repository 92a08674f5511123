import type { Static } from 'typebox'
import type { agentThread, customerThread } from '../../packages/core/src/contract/objects/chat.js'
import type { properties, propertyValue } from '../../packages/core/src/contract/objects/properties.js'
import type { chatScopes, scopesChange } from '../../packages/core/src/contract/objects/scopes.js'
import type { userOfAgentApi, userOfCustomerApi } from '../../packages/core/src/contract/objects/user.js'

export type User = Static<typeof userOfAgentApi> | Static<typeof userOfCustomerApi>
export type Thread = Static<typeof agentThread> | Static<typeof customerThread>
export type ChatEvent = Thread['events'][number]
export type Properties = Static<typeof properties>
export type PropertyValue = Static<typeof propertyValue>
export type Scopes = Static<typeof chatScopes>
export type ScopesChange = Static<typeof scopesChange>

/** A chat as a client keeps it. All lists and responses about the chat can be derived from it. */
export interface Chat {
  readonly id: string
  readonly users: readonly User[]
  /** Threads by ascending `order`. */
  readonly threads: readonly Thread[]
  readonly properties: Properties
  readonly scopes: Scopes
}

// Each change describes the new state, and can be applied twice when a response already contained it.

/**
 * Adds users to the chat. A user who joins belongs to the active thread; one who writes without joining belongs to the
 * last thread.
 */
export function withUsers(chat: Chat, added: readonly User[]): Chat {
  const ids = added.map(({ id }) => id)
  const others = chat.users.filter(({ id }) => !ids.includes(id))
  const last = chat.threads.at(-1)
  const threads = chat.threads.map((thread) => {
    if (thread !== last) return thread
    const named = added.filter(({ present }) => thread.active || !present).map(({ id }) => id)
    return { ...thread, user_ids: [...new Set([...thread.user_ids, ...named])] }
  })
  return { ...chat, users: [...others, ...added], threads }
}

/** Removes members. A former member remains a user of the chat while a thread names the user. */
export function withoutUsers(chat: Chat, ids: readonly string[]): Chat {
  const named = new Set(chat.threads.flatMap((thread) => thread.user_ids))
  const users = chat.users
    .filter(({ id }) => named.has(id) || !ids.includes(id))
    .map((user) => (ids.includes(user.id) ? { ...user, present: false } : user))
  return { ...chat, users }
}

/** Adds a thread. A known thread keeps its events. */
export function withThread(chat: Chat, thread: Thread): Chat {
  const known = chat.threads.find(({ id }) => id === thread.id)
  const others = chat.threads.filter((one) => one !== known)
  const threads = [...others, thread].sort((one, other) => one.order - other.order)
  const opened = { ...chat, threads }
  return (known?.events ?? []).reduce<Chat>((all, event) => withEvent(all, event, thread.id), opened)
}

/** Adds an event to a thread, by default to the last one. Ignores known events. */
export function withEvent(chat: Chat, event: ChatEvent, threadId = chat.threads.at(-1)?.id): Chat {
  if (chat.threads.some(({ events }) => events.some(({ id }) => id === event.id))) return chat
  return withThreadChanged(chat, threadId, (thread) => ({
    ...thread,
    events: [...thread.events, event].sort((one, other) => one.order - other.order),
  }))
}

export function withClosedThread(chat: Chat, threadId: string): Chat {
  return withThreadChanged(chat, threadId, (thread) => ({ ...thread, active: false }))
}

export function withThreadProperties(chat: Chat, threadId: string, updated: Properties): Chat {
  return withThreadChanged(chat, threadId, (thread) => ({
    ...thread,
    properties: merged(thread.properties ?? {}, updated),
  }))
}

export function withProperties(chat: Chat, updated: Properties): Chat {
  return { ...chat, properties: merged(chat.properties, updated) }
}

export function withScopes(chat: Chat, added: ScopesChange, removed: ScopesChange): Chat {
  const groups = changed(chat.scopes.groups, added.groups, removed.groups)
  const agents = changed(chat.scopes.agents, added.agents, removed.agents)
  return { ...chat, scopes: { ...(groups.length > 0 && { groups }), ...(agents.length > 0 && { agents }) } }
}

export function withLastSeen(chat: Chat, userId: string, last_seen_timestamp: number): Chat {
  return withUserChanged(chat, userId, (user) => ({ ...user, last_seen_timestamp }))
}

/**
 * Replaces the profile of a user. The profile is the same in every chat; presence and the time of last reading belong
 * to one chat.
 */
export function withProfile(chat: Chat, profile: User): Chat {
  return withUserChanged(chat, profile.id, ({ present, last_seen_timestamp: seenAt }) => {
    const { last_seen_timestamp: _, ...shared } = profile
    return { ...shared, present, ...(seenAt !== undefined && { last_seen_timestamp: seenAt }) }
  })
}

export function withUserChanged(chat: Chat, userId: string, change: (user: User) => User): Chat {
  return { ...chat, users: chat.users.map((user) => (user.id === userId ? change(user) : user)) }
}

export function withThreadChanged(
  chat: Chat,
  threadId: string | undefined,
  change: (thread: Thread) => Thread,
): Chat {
  return {
    ...chat,
    threads: chat.threads.map((thread) => (thread.id === threadId ? change(thread) : thread)),
  }
}

function merged(before: Properties, updated: Properties): Properties {
  const namespaces = Object.entries(updated).map(([name, values]) => [name, { ...before[name], ...values }])
  return { ...before, ...Object.fromEntries(namespaces) }
}

/** Removes items and then adds others, in the same order as `update_chat_scopes`. */
function changed<T>(before: readonly T[] = [], added: readonly T[] = [], removed: readonly T[] = []): T[] {
  return [...new Set([...before.filter((one) => !removed.includes(one)), ...added])]
}
