import { type Push, toChat } from '../../domain/push.js'
import type { StorageTransaction } from '../../ports/storage.js'
import type { ChatHead } from '../../ports/stores/chats.js'
import { toSeconds } from '../../views/viewer.js'
import { type ChatContext, requireChat } from './access.js'

/** `update_last_seen_timestamp` of one chat (decisions §6.10). */
export function updateLastSeenTimestamp(
  context: ChatContext,
  request: { readonly chat_id: string; readonly timestamp?: number },
): Promise<{ timestamp: number }> {
  return context.transact(request.chat_id, async (tx) => {
    const head = requireChat(context, await tx.chats.lock(request.chat_id))
    const { at, push } = await markSeen(context, tx, head, seenInstant(context, request.timestamp))
    return { response: { timestamp: toSeconds(at) }, pushes: [push] }
  })
}

/** The chat must be locked. `at` is the instant that counts now: it never moves backwards. */
export async function markSeen(
  context: ChatContext,
  tx: StorageTransaction,
  head: ChatHead,
  seenAt: number,
): Promise<{ at: number; push: Push }> {
  const userId = context.principal.id
  const at = await tx.chats.setLastSeen(head.id, userId, seenAt)
  return { at, push: toChat(head, { name: 'last_seen_timestamp_updated', chatId: head.id, userId, at }) }
}

/** The requested seconds as an instant, never past now; now where none was requested. */
export function seenInstant(context: ChatContext, timestamp: number | undefined): number {
  return timestamp === undefined ? context.now : Math.min(timestamp * 1_000, context.now)
}
