import type { NonMember } from '../../chats/non-members.js'
import { isMember } from '../../domain/access.js'
import type { ChatHead } from '../../model/chat.js'
import type { ChatContext } from './access.js'

/** Returns the caller if it is an agent who writes without being a member (decisions §5.6); otherwise `null`. */
export function toNonMember(context: ChatContext, head: ChatHead): NonMember | null {
  if (!isOutside(context, head)) return null
  const { formerUsersPerChat, usersPerThread } = context.settings.limits
  return { agentId: context.principal.id, formerUsersPerChat, usersPerThread }
}

/** Returns whether the last thread may not list the caller yet (decisions §16.4). */
export function isUnlistedNonMember(context: ChatContext, head: ChatHead): boolean {
  const { principal, threadAuthors } = context
  return isOutside(context, head) && !threadAuthors.has(head.thread.id, principal.id)
}

/**
 * Returns whether the caller is an agent who is not a member. Customers who are not members have no access to the chat.
 */
function isOutside({ principal }: ChatContext, head: ChatHead): boolean {
  return principal.kind === 'agent' && !isMember(principal.id, head)
}
