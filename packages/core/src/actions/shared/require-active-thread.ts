import { invalid } from '../../errors.js'
import type { ChatHead } from '../../model/chat.js'

/** The active thread of a chat, which `thread_id` must name where it is given. */
export function requireActiveThread(head: ChatHead, threadId: string | undefined): void {
  if (!head.thread.isActive) throw invalid('payload.chat_id names a chat without an active thread')
  if (threadId !== undefined && threadId !== head.thread.id) {
    throw invalid('payload.thread_id is not the active thread')
  }
}
