import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ChangedChat, ChatChange } from './chat-change.js'

/**
 * Records when a user last saw the chat. `seenAt` is the resulting instant, which never moves backwards. When it did
 * not move, nothing has changed.
 */
export async function markSeen(
  { tx }: ChatChange,
  head: ChatHead,
  userId: string,
  at: number,
): Promise<ChangedChat & { readonly seenAt: number }> {
  const { at: seenAt, isLater } = await tx.chats.setLastSeen(head.id, userId, at)
  const fact = { name: 'last_seen_timestamp_updated', chat: factChat(head), userId, at: seenAt } as const
  return isLater ? { head, facts: [fact], seenAt } : { head, facts: [], unchanged: [fact], seenAt }
}
