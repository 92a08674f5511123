import { factChat } from '../facts/fact.js'
import type { ChatHead, NewEvents, NewThread, ThreadWithEvents } from '../ports/stores/chats.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { requireStored } from './stored.js'

/** The next thread of the chat, with the events that it begins with. */
export async function openThread(
  { tx, at, newId }: ChatChange,
  chatId: string,
  { events, bytes }: Pick<NewEvents, 'events' | 'bytes'>,
): Promise<ChangedChat & { readonly thread: ThreadWithEvents }> {
  const newThread = { id: newId(), createdAt: at, properties: {}, events, bytes }
  const head = await tx.chats.openThread(chatId, newThread)
  const shown = requireStored(await tx.chats.get(chatId))
  const thread = openedThread(newThread, head)
  const fact = { name: 'incoming_chat_thread', chat: factChat(head), shown, thread } as const
  return { head, facts: [fact], thread }
}

/** A thread that was just stored, as it can be read back. */
export function openedThread(thread: NewThread, head: ChatHead): ThreadWithEvents {
  return {
    id: thread.id,
    order: head.thread.order,
    isActive: true,
    createdAt: thread.createdAt,
    properties: thread.properties,
    userIds: head.members.map(({ id }) => id),
    events: thread.events.map((event, index) => ({ ...event, order: index + 1 })),
  }
}
