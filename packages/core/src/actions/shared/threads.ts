import { closingEvents } from '../../domain/event-bytes.js'
import { systemMessage } from '../../domain/events.js'
import { type Push, toChat } from '../../domain/push.js'
import { invalid } from '../../errors.js'
import type { StorageTransaction } from '../../ports/storage.js'
import type { ChatHead, NewEvents, NewThread, ThreadWithEvents } from '../../ports/stores/chats.js'
import type { ChatEvent, NewEvent } from '../../ports/stores/events.js'
import { type ChatContext, unknownChat } from './access.js'

/** The active thread of a chat, which `thread_id` must name where it is given (decisions §6.9). */
export function requireActiveThread(head: ChatHead, threadId: string | undefined): void {
  if (!head.thread.isActive) throw invalid('payload.chat_id names a chat without an active thread')
  if (threadId !== undefined && threadId !== head.thread.id) {
    throw invalid('payload.thread_id is not the active thread')
  }
}

/** The active thread ends with a message that says so. `userId`: `null` where nobody asked for it. */
export async function archiveThread(
  context: ChatContext,
  tx: StorageTransaction,
  before: ChatHead,
  { text, userId }: { readonly text: string; readonly userId: string | null },
): Promise<{ readonly pushes: readonly Push[]; readonly head: ChatHead }> {
  const chatId = before.id
  const threadId = before.thread.id
  const archived = systemMessage(context.newId(), context.now, { type: 'thread_archived', text })
  const event = withOrder(archived, await tx.chats.append(chatId, closingEvents([archived])))
  const head = await tx.chats.closeThread(chatId)
  const pushes = [
    toChat(head, { name: 'incoming_event', chatId, threadId, event }),
    toChat(head, { name: 'thread_closed', chatId, threadId, userId }),
  ]
  return { pushes, head }
}

/** The next thread of the chat, with the events that it begins with. */
export async function openThread(
  context: ChatContext,
  tx: StorageTransaction,
  chatId: string,
  { events, bytes }: Pick<NewEvents, 'events' | 'bytes'>,
): Promise<{ readonly threadId: string; readonly push: Push; readonly head: ChatHead }> {
  const thread = { id: context.newId(), createdAt: context.now, properties: {}, events, bytes }
  const head = await tx.chats.openThread(chatId, thread)
  const chat = await tx.chats.get(chatId)
  if (chat === undefined) throw unknownChat()
  const opened = openedThread(thread, head)
  return {
    threadId: thread.id,
    push: toChat(head, { name: 'incoming_chat_thread', chat, thread: opened }),
    head,
  }
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

export function withOrder(event: NewEvent, orders: readonly number[] | 'full'): ChatEvent {
  const [order] = orders
  if (typeof order !== 'number') throw new TypeError('The storage answered no order for a stored event')
  return Object.assign({ order }, event)
}
