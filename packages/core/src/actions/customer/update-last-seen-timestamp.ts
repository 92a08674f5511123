import { markSeen } from '../../chats/mark-seen.js'
import {
  updateLastSeenTimestamp as contract,
  updateLastSeenTimestampOfAllChats as contractOfAllChats,
} from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { isMember } from '../../domain/access.js'
import type { Fact } from '../../facts/fact.js'
import { toSeconds } from '../../views/viewer.js'
import { activeChatIds } from '../shared/active-chats.js'
import { seenInstant, updateLastSeenTimestamp as update } from '../shared/update-last-seen-timestamp.js'

export const updateLastSeenTimestamp = handle(contract, update)

/** Updates every chat with an active thread, with one push for each (decisions §15.26). */
export const updateLastSeenTimestampOfAllChats = handle(contractOfAllChats, async (context, request) => {
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
})
