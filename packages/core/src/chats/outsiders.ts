import { type Fact, factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ChatChange } from './chat-change.js'
import { requireStored } from './stored.js'

/** An agent who writes without being a member, and the limits on stored users. */
export interface Outsider {
  readonly agentId: string
  /** Maximum number of users kept who are no longer members. */
  readonly formerUsersPerChat: number
  readonly usersPerThread: number
}

/** Lists the non-member as a user of the last thread (decisions §16.4). Returns whether that is new. */
export function nameOutsider(
  { tx, at }: ChatChange,
  chatId: string,
  { agentId, formerUsersPerChat }: Outsider,
): Promise<boolean> {
  return tx.chats.nameWriter(chatId, { agentId, at, formerCount: formerUsersPerChat })
}

/**
 * Lists the non-member as a user of an existing thread and returns the facts, none when that is not new. Returns
 * `crowded`, and must not be committed, when the thread has too many users.
 */
export async function introduceOutsider(
  change: ChatChange,
  head: ChatHead,
  outsider: Outsider,
): Promise<readonly Fact[] | 'crowded'> {
  const { chats } = change.tx
  if (!(await nameOutsider(change, head.id, outsider))) return []
  if ((await chats.countThreadUsers(head.id)) > outsider.usersPerThread) return 'crowded'
  const { users } = requireStored(await chats.get(head.id))
  const added = users.filter((user) => user.kind === 'agent' && user.agent.id === outsider.agentId)
  // A host can configure that users who are not members are not shown.
  if (added.length === 0) return []
  return [{ name: 'chat_users_updated', chat: factChat(head), added, removed: [] }]
}
