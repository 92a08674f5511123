import { factChat } from '../facts/fact.js'
import type { ChatHead, ChatMember, ChatUser } from '../ports/stores/chats.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { requireStored } from './stored.js'

/** Those who are no members yet become members. Who all are already changes nothing, and tells nothing. */
export async function addMembers(
  { tx, at }: ChatChange,
  before: ChatHead,
  members: readonly ChatMember[],
): Promise<ChangedChat> {
  if (members.length === 0) return { head: before, facts: [] }
  const head = await tx.chats.addMembers(before.id, members, at)
  const { users } = requireStored(await tx.chats.get(before.id))
  const added = users.filter((user) =>
    members.some(({ id, kind }) => kind === user.kind && id === idOf(user)),
  )
  return { head, facts: [{ name: 'chat_users_updated', chat: factChat(head), added, removed: [] }] }
}

/** Those of `userIds` who are members leave; of all who left, `formerCount` are remembered. */
export async function removeMembers(
  { tx }: ChatChange,
  before: ChatHead,
  userIds: readonly string[],
  formerCount: number,
): Promise<ChangedChat> {
  const removed = before.members.filter(({ id }) => userIds.includes(id))
  if (removed.length === 0) return { head: before, facts: [] }
  const ids = removed.map(({ id }) => id)
  const head = await tx.chats.removeMembers(before.id, ids, formerCount)
  return { head, facts: [{ name: 'chat_users_updated', chat: factChat(head), added: [], removed }] }
}

function idOf(user: ChatUser): string {
  return user.kind === 'customer' ? user.customer.id : user.agent.id
}
