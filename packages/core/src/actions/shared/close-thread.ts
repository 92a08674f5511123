import { closeThread as close } from '../../chats/close-thread.js'
import { type ChatContext, requireChat } from './access.js'
import { requireActiveThread } from './require-active-thread.js'

/** Implements `close_thread` of both APIs (decisions §6.9). */
export function closeThread(
  context: ChatContext,
  request: { readonly chat_id: string; readonly thread_id?: string },
): Promise<Record<string, never>> {
  const chatId = request.chat_id
  return context.commit([chatId], async (change) => {
    const before = requireChat(context, await change.tx.chats.lock(chatId))
    requireActiveThread(before, request.thread_id)
    const userId = context.principal.id
    const { head, facts } = await close(change, before, { text: 'The chat was closed', userId })
    return { response: {}, facts, head }
  })
}
