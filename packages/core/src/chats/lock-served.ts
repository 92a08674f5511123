import { isServed } from '../domain/routing/waiting.js'
import type { ChatHead } from '../model/chat.js'
import type { StorageTransaction } from '../ports/storage.js'

/**
 * Locks chats in the order in which all code locks chats. Leaves out those whose thread was closed, or is waiting
 * again, since they were listed.
 */
export async function lockServed(
  tx: StorageTransaction,
  chatIds: readonly string[],
): Promise<readonly ChatHead[]> {
  const heads: ChatHead[] = []
  for (const chatId of chatIds) {
    const head = await tx.chats.lock(chatId)
    if (head !== undefined && isServed(head)) heads.push(head)
  }
  return heads
}
