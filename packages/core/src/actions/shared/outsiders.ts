import type { Outsider } from '../../chats/outsiders.js'
import { isMember } from '../../domain/access.js'
import type { ChatHead } from '../../model/chat.js'
import type { ChatContext } from './access.js'

/** The caller, where it is an agent who writes without being in the chat (decisions §5.6). */
export function outsiderOf(context: ChatContext, head: ChatHead): Outsider | null {
  if (!isOutside(context, head)) return null
  const { formerUsersPerChat, usersPerThread } = context.settings.limits
  return { agentId: context.principal.id, formerUsersPerChat, usersPerThread }
}

/** Whether it may be that the last thread does not name the caller yet (decisions §16.4). */
export function isUnknownOutsider(context: ChatContext, head: ChatHead): boolean {
  const { principal, namedWriters } = context
  return isOutside(context, head) && !namedWriters.has(head.thread.id, principal.id)
}

/** Customers who are not in a chat do not get there. */
function isOutside({ principal }: ChatContext, head: ChatHead): boolean {
  return principal.kind === 'agent' && !isMember(principal.id, head)
}
