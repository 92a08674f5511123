import type { ChatHead } from '../model/chat.js'
import type { UserBounds } from '../model/routing.js'
import type { StorageTransaction } from '../ports/storage.js'

/**
 * Returns which limit on users would be exceeded by `joiningCount` new members: that of the chat or of the thread;
 * `undefined` for neither. The limits keep everything that shows the chat short (decisions §16.19).
 */
export async function exceededLimit(
  joiningCount: number,
  { chats }: Pick<StorageTransaction, 'chats'>,
  { id, members, thread }: ChatHead,
  { membersPerChat, usersPerThread }: UserBounds,
): Promise<'chat' | 'thread' | undefined> {
  if (members.length + joiningCount > membersPerChat) return 'chat'
  if (!thread.isActive) return undefined
  return (await chats.countThreadUsers(id)) + joiningCount > usersPerThread ? 'thread' : undefined
}
