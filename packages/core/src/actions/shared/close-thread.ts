import { closeThread as close } from '../../chats/close-thread.js'
import { invalid } from '../../errors.js'
import type { ChatHead } from '../../ports/stores/chats.js'
import { type ChatContext, requireChat } from './access.js'

/** `close_thread` of both APIs (decisions §6.9). */
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

/** The active thread of a chat, which `thread_id` must name where it is given. */
function requireActiveThread(head: ChatHead, threadId: string | undefined): void {
  if (!head.thread.isActive) throw invalid('payload.chat_id names a chat without an active thread')
  if (threadId !== undefined && threadId !== head.thread.id) {
    throw invalid('payload.thread_id is not the active thread')
  }
}
