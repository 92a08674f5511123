import { type FactOf, factChat } from '../facts/fact.js'
import type { Chat } from '../model/chat.js'
import type { ChatChange } from './chat-change.js'
import { requireStored } from './stored.js'

type ThreadFact = FactOf<'incoming_chat_thread'>

/**
 * Returns facts that show the last thread of a chat to each of these agents, because they were added to the chat or
 * assigned to the thread. The events of a long thread are left out; agents read them separately. Reads nothing when
 * there are no agents.
 */
export async function showThread(
  { tx }: ChatChange,
  shown: Chat,
  agentIds: readonly string[],
): Promise<readonly ThreadFact[]> {
  if (agentIds.length === 0) return []
  const { head } = shown
  const [measured] = await tx.chats.measureThreads(head.id, [head.thread.id])
  const { id, order, isActive, createdAt, properties, userIds, events = [] } = requireStored(measured)
  const thread = { id, order, isActive, createdAt, properties, userIds, events }
  return agentIds.map((onlyTo) => {
    return { name: 'incoming_chat_thread', chat: factChat(head), shown, thread, onlyTo }
  })
}
