import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../ports/stores/chats.js'
import type { ChangedChat, ChatChange } from './chat-change.js'

/** `seenAt`: the instant that counts now, for it never moves backwards. */
export async function markSeen(
  { tx }: ChatChange,
  head: ChatHead,
  userId: string,
  at: number,
): Promise<ChangedChat & { readonly seenAt: number }> {
  const seenAt = await tx.chats.setLastSeen(head.id, userId, at)
  const fact = { name: 'last_seen_timestamp_updated', chat: factChat(head), userId, at: seenAt } as const
  return { head, facts: [fact], seenAt }
}
