import { isNotified, notifiedAgents } from '../domain/notifications.js'
import type { ChatEvent } from '../model/event.js'
import type { PushMessage } from '../ports/push-service.js'
import type { FactChat, FactOf } from './fact.js'

/** The agents to notify of a fact on their devices if they have no connection (decisions §12). */
export interface Notice {
  readonly chat: FactChat
  readonly threadId: string | null
  readonly agentIds: readonly string[]
  readonly reason: PushMessage['reason']
  /** Event that the agents missed; `null` when the fact has no event to notify of. */
  readonly event: ChatEvent | null
}

/** Returns the notice for a fact of a change made by `authorId`; `null` when no agent is notified. */
export type NoticeOf<F> = (fact: F, authorId: string | null) => Notice | null

/** Notifies the agents of the chat, except the author. */
export const eventNotice: NoticeOf<FactOf<'incoming_event'>> = ({ chat, threadId, event }, authorId) => {
  if (!isNotified(event.content)) return null
  const agentIds = notifiedAgents(chat.members, [authorId, event.authorId])
  return { chat, threadId, agentIds, reason: 'event', event }
}

/**
 * Notifies the agents who are in the chat when the thread begins. An agent who is shown the thread later was added to
 * the chat, which has a notice of its own.
 */
export const threadNotice: NoticeOf<FactOf<'incoming_chat_thread'>> = (fact, authorId) => {
  const { chat, thread, onlyTo } = fact
  if (onlyTo !== null) return null
  const event = thread.events.findLast(({ content }) => isNotified(content)) ?? null
  const agentIds = notifiedAgents(chat.members, [authorId, event?.authorId ?? null])
  return { chat, threadId: thread.id, agentIds, reason: event === null ? 'assigned' : 'event', event }
}

/** Notifies agents who were added by another user. */
export const usersNotice: NoticeOf<FactOf<'chat_users_updated'>> = ({ chat, added }, authorId) => {
  const members = added.flatMap((user) =>
    user.kind === 'agent' ? [{ kind: user.kind, id: user.agent.id }] : [],
  )
  return {
    chat,
    threadId: null,
    agentIds: notifiedAgents(members, [authorId]),
    reason: 'assigned',
    event: null,
  }
}
