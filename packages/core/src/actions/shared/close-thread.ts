import { type ChatContext, requireChat } from './access.js'
import { archiveThread, requireActiveThread } from './threads.js'

/** `close_thread` of both APIs (decisions §6.9). */
export function closeThread(
  context: ChatContext,
  request: { readonly chat_id: string; readonly thread_id?: string },
): Promise<Record<string, never>> {
  const chatId = request.chat_id
  return context.transact(chatId, async (tx) => {
    const before = requireChat(context, await tx.chats.lock(chatId))
    requireActiveThread(before, request.thread_id)
    const userId = context.principal.id
    const { pushes, head } = await archiveThread(context, tx, before, { text: 'The chat was closed', userId })
    return { response: {}, pushes, head }
  })
}
