import { systemMessage } from '../../domain/events.js'
import { toChat } from '../../domain/push.js'
import { type ChatContext, requireChat } from './access.js'
import { requireActiveThread, withOrder } from './send-event.js'

/** `close_thread` of both APIs (decisions §6.9). */
export function closeThread(
  context: ChatContext,
  request: { readonly chat_id: string; readonly thread_id?: string },
): Promise<Record<string, never>> {
  const chatId = request.chat_id
  return context.transact(chatId, async (tx) => {
    const before = requireChat(context, await tx.chats.lock(chatId))
    const threadId = requireActiveThread(before, request.thread_id)
    const message = { type: 'thread_archived', text: 'The chat was closed' }
    const archived = systemMessage(context.newId(), context.now, message)
    const event = withOrder(archived, await tx.chats.append(chatId, [archived], true))
    const head = await tx.chats.closeThread(chatId)
    const userId = context.principal.id
    return {
      response: {},
      pushes: [
        toChat(head, { name: 'incoming_event', chatId, threadId, event }),
        toChat(head, { name: 'thread_closed', chatId, threadId, userId }),
      ],
      head,
    }
  })
}
