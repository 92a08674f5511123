import { isNotified, notifiedAgents } from '../domain/notifications.js'
import type { ChatEvent } from '../model/event.js'
import type { PushMessage } from '../ports/push-service.js'
import type { FactChat, FactOf } from './fact.js'

/** Which agents are to be notified of a fact on their devices if they have no connection (decisions §12). */
export interface Notice {
  readonly chat: FactChat
  readonly threadId: string | null
  readonly agentIds: readonly string[]
  readonly reason: PushMessage['reason']
  /** What they have missed; `null` where nobody wrote anything. */
  readonly event: ChatEvent | null
}

/** Of the fact of a change that `authorId` has made; `null`: nobody is. */
export type NoticeOf<F> = (fact: F, authorId: string | null) => Notice | null

export const eventNotice: NoticeOf<FactOf<'incoming_event'>> = ({ chat, threadId, event }, authorId) => {
  if (!isNotified(event.content)) return null
  const agentIds = notifiedAgents(chat.members, [authorId, event.authorId])
  return { chat, threadId, agentIds, reason: 'event', event }
}

/** Those who are in the chat as the thread begins. Who is shown it later was added, which is news of its own. */
export const threadNotice: NoticeOf<FactOf<'incoming_chat_thread'>> = (fact, authorId) => {
  const { chat, thread, onlyTo } = fact
  if (onlyTo !== null) return null
  const event = thread.events.findLast(({ content }) => isNotified(content)) ?? null
  const agentIds = notifiedAgents(chat.members, [authorId, event?.authorId ?? null])
  return { chat, threadId: thread.id, agentIds, reason: event === null ? 'assigned' : 'event', event }
}

/** Those whom somebody else has added. */
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
