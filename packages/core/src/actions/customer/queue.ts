import type { ActionContext } from '../../dispatch/context.js'
import { lastCountedPosition } from '../../domain/routing/queue-position.js'
import type { ChatHead } from '../../model/chat.js'
import type { RoutingReads } from '../../ports/stores/routing.js'
import { queueView } from '../../views/queue.js'
import { getFeatures } from '../../views/viewer.js'

/**
 * Returns the `queue` of a waiting chat. Returns nothing, and reads nothing, for other chats and for versions that do
 * not show it.
 */
export async function readQueue(
  { viewer, steadyNow }: ActionContext<'customer'>,
  { id: chatId, licenseId, thread: { waitingSince } }: ChatHead,
  routing: Pick<RoutingReads, 'getQueueStatus'>,
): Promise<{ readonly queue?: ReturnType<typeof queueView> }> {
  if (waitingSince === null || !getFeatures(viewer).hasQueue) return {}
  const position = { waitingSince, chatId }
  const { aheadCount, isAccepting } = await routing.getQueueStatus(
    licenseId,
    position,
    lastCountedPosition - 1,
  )
  return { queue: queueView({ position: aheadCount + 1, waitingSince, isAccepting }, steadyNow) }
}
