import { markSeen } from '../../chats/mark-seen.js'
import { toSeconds } from '../../views/viewer.js'
import { type ChatContext, requireChat } from './access.js'

/** Implements `update_last_seen_timestamp` for one chat (decisions §6.10). */
export function updateLastSeenTimestamp(
  context: ChatContext,
  request: { readonly chat_id: string; readonly timestamp?: number },
): Promise<{ timestamp: number }> {
  const chatId = request.chat_id
  return context.commit([chatId], async (change) => {
    const before = requireChat(context, await change.tx.chats.lock(chatId))
    const at = seenInstant(context, request.timestamp)
    const { seenAt, ...seen } = await markSeen(change, before, context.principal.id, at)
    return { response: { timestamp: toSeconds(seenAt) }, ...seen }
  })
}

/** Returns the requested time as an instant, at most now; the current instant when none was requested. */
export function seenInstant(context: ChatContext, timestamp: number | undefined): number {
  return timestamp === undefined ? context.now : Math.min(timestamp * 1_000, context.now)
}
