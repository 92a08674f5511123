import type { Outsider } from '../../chats/outsiders.js'
import { isMember } from '../../domain/access.js'
import type { ChatHead } from '../../model/chat.js'
import type { ChatContext } from './access.js'

/** Returns the caller if it is an agent who writes without being a member (decisions §5.6); otherwise `null`. */
export function outsiderOf(context: ChatContext, head: ChatHead): Outsider | null {
  if (!isOutside(context, head)) return null
  const { formerUsersPerChat, usersPerThread } = context.settings.limits
  return { agentId: context.principal.id, formerUsersPerChat, usersPerThread }
}

/** Returns whether the last thread may not list the caller yet (decisions §16.4). */
export function isUnknownOutsider(context: ChatContext, head: ChatHead): boolean {
  const { principal, namedWriters } = context
  return isOutside(context, head) && !namedWriters.has(head.thread.id, principal.id)
}

/**
 * Returns whether the caller is an agent who is not a member. Customers who are not members have no access to the chat.
 */
function isOutside({ principal }: ChatContext, head: ChatHead): boolean {
  return principal.kind === 'agent' && !isMember(principal.id, head)
}
