import { closeThread as close } from '../chats/close-thread.js'
import { markSeen } from '../chats/mark-seen.js'
import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import { handle } from '../dispatch/handle.js'
import { isMember } from '../domain/access.js'
import type { Fact } from '../facts/fact.js'
import { toSeconds } from '../views/viewer.js'
import { activeChatIds, type ChatContext, requireActiveThread, requireChat } from './access.js'

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

export const agentCloseThread = handle(agentContract.closeThread, closeThread)

export const customerCloseThread = handle(customerContract.closeThread, closeThread)

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

export const agentUpdateLastSeenTimestamp = handle(
  agentContract.updateLastSeenTimestamp,
  updateLastSeenTimestamp,
)

export const customerUpdateLastSeenTimestamp = handle(
  customerContract.updateLastSeenTimestamp,
  updateLastSeenTimestamp,
)

/** Updates every chat with an active thread, with one push for each (decisions §15.26). */
export const updateLastSeenTimestampOfAllChats = handle(
  customerContract.updateLastSeenTimestampOfAllChats,
  async (context, request) => {
    const { id } = context.principal
    const requestedAt = seenInstant(context, request.timestamp)
    const chatIds = await activeChatIds(context)
    return context.commit([id, ...chatIds], async (change) => {
      const facts: Fact[] = []
      const unchanged: Fact[] = []
      let latest = requestedAt
      // Locks chats in the order of their ids, so two requests that lock the same chats do not deadlock.
      for (const chatId of chatIds.toSorted()) {
        const head = await change.tx.chats.lock(chatId)
        if (head === undefined || !head.thread.isActive || !isMember(id, head)) continue
        const seen = await markSeen(change, head, id, requestedAt)
        latest = Math.max(latest, seen.seenAt)
        facts.push(...seen.facts)
        unchanged.push(...(seen.unchanged ?? []))
      }
      return { response: { timestamp: toSeconds(latest) }, facts, unchanged }
    })
  },
)
