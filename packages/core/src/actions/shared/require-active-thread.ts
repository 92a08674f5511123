import { invalidField } from '../../errors.js'
import type { ChatHead } from '../../model/chat.js'

/** Checks that the chat has an active thread, and that `thread_id`, if given, names it. */
export function requireActiveThread(head: ChatHead, threadId: string | undefined): void {
  if (!head.thread.isActive)
    throw invalidField(
      { path: 'payload.chat_id', rule: 'not_active' },
      'names a chat without an active thread',
    )
  if (threadId !== undefined && threadId !== head.thread.id) {
    throw invalidField({ path: 'payload.thread_id', rule: 'not_active' }, 'is not the active thread')
  }
}
