import { type Fact, factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ChatChange } from './chat-change.js'
import { requireStored } from './stored.js'

/** An agent who writes without being a member, and the limits on stored users. */
export interface NonMember {
  readonly agentId: string
  /** Maximum number of users kept who are no longer members. */
  readonly formerUsersPerChat: number
  readonly usersPerThread: number
}

/** Lists the non-member as a user of the last thread (decisions §16.4). Returns whether that is new. */
export function listNonMember(
  { tx, at }: ChatChange,
  chatId: string,
  { agentId, formerUsersPerChat }: NonMember,
): Promise<boolean> {
  return tx.chats.addThreadAuthor(chatId, { agentId, at, formerCount: formerUsersPerChat })
}

/**
 * Lists the non-member as a user of an existing thread and returns the facts, none when that is not new. Returns
 * `crowded`, and must not be committed, when the thread has too many users.
 */
export async function announceNonMember(
  change: ChatChange,
  head: ChatHead,
  nonMember: NonMember,
): Promise<readonly Fact[] | 'too_many_users'> {
  const { chats } = change.tx
  if (!(await listNonMember(change, head.id, nonMember))) return []
  if ((await chats.countThreadUsers(head.id)) > nonMember.usersPerThread) return 'too_many_users'
  const { users } = requireStored(await chats.get(head.id))
  const added = users.filter((user) => user.kind === 'agent' && user.agent.id === nonMember.agentId)
  // A host can configure that users who are not members are not shown.
  if (added.length === 0) return []
  return [{ name: 'chat_users_updated', chat: factChat(head), added, removed: [] }]
}
