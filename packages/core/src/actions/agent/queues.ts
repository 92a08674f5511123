import type { ActionContext } from '../../dispatch/context.js'
import { isAhead, lastCountedPosition, positionInQueue } from '../../domain/routing/queue-position.js'
import type { ChatHead } from '../../model/chat.js'
import type { QueuePosition } from '../../model/routing.js'
import { queueOfAgentsView } from '../../views/queue.js'

/** The `queue` field of a waiting chat. */
export type ShownQueue = { readonly queue: ReturnType<typeof queueOfAgentsView> }

/** Returns the `queue` of the waiting chats, by chat id. Reads the queue once, up to the last of these chats. */
export async function readQueues(
  { read, principal, steadyNow }: ActionContext<'agent'>,
  heads: readonly ChatHead[],
): Promise<ReadonlyMap<string, ShownQueue>> {
  const positions = heads.flatMap(positionsOf).sort((one, other) => (isAhead(one, other) ? -1 : 1))
  const last = positions.at(-1)
  if (last === undefined) return new Map()
  const front = await read.routing.listPositionsBefore(principal.licenseId, last, lastCountedPosition - 1)
  return new Map(
    positions.map((position) => {
      const { chatId, waitingSince } = position
      const queueState = { position: positionInQueue(front, position), waitingSince }
      return [chatId, { queue: queueOfAgentsView(queueState, steadyNow) }]
    }),
  )
}

function positionsOf({ id, thread: { waitingSince } }: ChatHead): readonly QueuePosition[] {
  return waitingSince === null ? [] : [{ chatId: id, waitingSince }]
}
