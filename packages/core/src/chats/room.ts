import type { ChatHead } from '../model/chat.js'
import type { UserBounds } from '../model/routing.js'
import type { StorageTransaction } from '../ports/storage.js'

/**
 * What would have more users than it may if so many joined, so that whatever shows the chat stays short (decisions §16.19);
 * `undefined`: they can.
 */
export async function crowdedBy(
  joiningCount: number,
  { chats }: Pick<StorageTransaction, 'chats'>,
  { id, members, thread }: ChatHead,
  { membersPerChat, usersPerThread }: UserBounds,
): Promise<'chat' | 'thread' | undefined> {
  if (members.length + joiningCount > membersPerChat) return 'chat'
  if (!thread.isActive) return undefined
  return (await chats.countThreadUsers(id)) + joiningCount > usersPerThread ? 'thread' : undefined
}
