import { isServed } from '../domain/routing/waits.js'
import type { ChatHead } from '../model/chat.js'
import type { StorageTransaction } from '../ports/storage.js'

/** Those that nobody has closed, or left waiting, since they were listed; in the order in which everybody locks chats. */
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
