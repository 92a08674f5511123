import type { NonMember } from '../chats/non-members.js'
import type { ActionContext } from '../dispatch/context.js'
import { covers, isMember } from '../domain/access.js'
import { invalidField, ParleyError } from '../errors.js'
import type { ChatHead } from '../model/chat.js'

/** The context of an action that customers and agents share. */
export type ChatContext = ActionContext<'customer'> | ActionContext<'agent'>

/** Returns the error for a chat that does not exist, or that the caller must not know of. */
export function unknownChat(): ParleyError {
  return invalidField({ path: 'payload.chat_id', rule: 'not_found' }, 'does not match any chat')
}

/**
 * Returns the chat if the caller may use it for this action. A chat that is not the customer's, or belongs to another
 * license, counts as unknown (decisions §2, §15.14).
 */
export function requireChat(context: ChatContext, head: ChatHead | undefined): ChatHead {
  const { principal, contract } = context
  if (head === undefined || head.licenseId !== principal.licenseId) throw unknownChat()
  if (principal.kind === 'customer') {
    if (!isMember(principal.id, head)) throw unknownChat()
  } else if (!covers(principal, contract.scopes, head)) {
    throw new ParleyError('authorization', { detail: 'no scope of the token covers this chat' })
  }
  return head
}

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

/** Checks that the chat has an active thread, and that `thread_id`, if given, names it. */
export function requireActiveThread(head: ChatHead, threadId: string | undefined): void {
  if (!head.thread.isActive)
    throw invalidField(
      { path: 'payload.chat_id', rule: 'not_active' },
      'names a chat without an active thread',
    )
  if (threadId !== undefined && threadId !== head.thread.id) {
    throw invalidField({ path: 'payload.thread_id', rule: 'not_active' }, 'is not the active thread')
  }
}

/**
 * Returns the ids of the calling customer's active chats, all of which must be locked by a change that affects each of
 * them.
 */
export async function activeChatIds({
  read,
  principal,
  settings,
}: ActionContext<'customer'>): Promise<readonly string[]> {
  const limit = settings.limits.activeChatsPerCustomerCount
  const chats = await read.chats.listActiveByCustomer(principal.id, limit)
  return chats.map(({ head }) => head.id)
}
