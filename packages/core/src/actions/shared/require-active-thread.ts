import { invalid } from '../../errors.js'
import type { ChatHead } from '../../model/chat.js'

/** Checks that the chat has an active thread, and that `thread_id`, if given, names it. */
export function requireActiveThread(head: ChatHead, threadId: string | undefined): void {
  if (!head.thread.isActive) throw invalid('payload.chat_id names a chat without an active thread')
  if (threadId !== undefined && threadId !== head.thread.id) {
    throw invalid('payload.thread_id is not the active thread')
  }
}
