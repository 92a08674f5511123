import { closingEvents } from '../domain/event-bytes.js'
import { systemMessage } from '../domain/events.js'
import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { withOrder } from './stored.js'

/** Closes the active thread and appends a system message about it. `userId` is `null` when no user asked for it. */
export async function closeThread(
  { tx, at, newId }: ChatChange,
  before: ChatHead,
  { text, userId }: { readonly text: string; readonly userId: string | null },
): Promise<ChangedChat> {
  const { id: threadId, properties } = before.thread
  const archived = systemMessage(newId(), at, { type: 'thread_archived', text })
  const event = withOrder(archived, await tx.chats.append(before.id, closingEvents([archived])))
  const head = await tx.chats.closeThread(before.id)
  const chat = factChat(head)
  return {
    head,
    facts: [
      { name: 'incoming_event', chat, threadId, event },
      { name: 'thread_closed', chat, threadId, properties, userId },
    ],
  }
}
