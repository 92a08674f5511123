import {
  updateLastSeenTimestamp as contract,
  updateLastSeenTimestampOfAllChats as contractOfAllChats,
} from '../../contract/actions/customer/index.js'
import { handle } from '../../dispatch/handle.js'
import { isMember } from '../../domain/access.js'
import type { Push } from '../../domain/push.js'
import { toSeconds } from '../../views/viewer.js'
import {
  markSeen,
  seenInstant,
  updateLastSeenTimestamp as update,
} from '../shared/update-last-seen-timestamp.js'

export const updateLastSeenTimestamp = handle(contract, update)

/** Every chat with an active thread, one push each (decisions §15). */
export const updateLastSeenTimestampOfAllChats = handle(contractOfAllChats, (context, { timestamp }) => {
  const { principal, settings } = context
  const seenAt = seenInstant(context, timestamp)
  // One after the other: each locks the same chats, and would keep a connection to the database waiting.
  return context.transact(principal.id, async (tx) => {
    const active = await tx.chats.listActiveOfCustomer(
      principal.id,
      settings.limits.activeChatsPerCustomerCount,
    )
    const pushes: Push[] = []
    let latest = seenAt
    // By id: two requests that lock the same chats must not wait for each other.
    const ids = active.map(({ head }) => head.id)
    for (const id of ids.toSorted()) {
      const head = await tx.chats.lock(id)
      if (head === undefined || !isMember(principal.id, head)) continue
      const { at, push } = await markSeen(context, tx, head, seenAt)
      latest = Math.max(latest, at)
      pushes.push(push)
    }
    return { response: { timestamp: toSeconds(latest) }, pushes }
  })
})
