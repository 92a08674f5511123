import { type Fact, factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ChatChange } from './chat-change.js'
import { requireStored } from './stored.js'

/** An agent who writes without being in the chat, and how many users are kept. */
export interface Outsider {
  readonly agentId: string
  /** Of those who are not present. */
  readonly formerUsersPerChat: number
  readonly usersPerThread: number
}

/** The last thread names the outsider from now on (decisions §16.4). Whether that is new. */
export function nameOutsider(
  { tx, at }: ChatChange,
  chatId: string,
  { agentId, formerUsersPerChat }: Outsider,
): Promise<boolean> {
  return tx.chats.nameWriter(chatId, { agentId, at, formerCount: formerUsersPerChat })
}

/**
 * The same in a thread that is there already, and what tells it: nothing where it is not new. `crowded`, and not to be
 * committed, where the thread has no room for one more.
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
  // A host can have nobody shown who is not present.
  if (added.length === 0) return []
  return [{ name: 'chat_users_updated', chat: factChat(head), added, removed: [] }]
}
