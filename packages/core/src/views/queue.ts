import type { Static } from 'typebox'
import type { queue, queueOfAgents } from '../contract/objects/queue.js'
import type { QueueState } from '../domain/routing/queue-position.js'

/** Returns the queue position of a chat for its customer. The chat has waited until `steadyNow`. */
export function queueView(
  { position, waitingSince, isAccepting }: QueueState,
  steadyNow: number,
): Static<typeof queue> {
  return { position, wait_seconds: waitSeconds(waitingSince, steadyNow), accepting_chats: isAccepting }
}

/** Returns the queue position of a chat for agents. The chat has waited until `steadyNow`. */
export function queueOfAgentsView(
  { position, waitingSince }: Omit<QueueState, 'isAccepting'>,
  steadyNow: number,
): Static<typeof queueOfAgents> {
  return { position, wait_seconds: waitSeconds(waitingSince, steadyNow) }
}

function waitSeconds(waitingSince: number, steadyNow: number): number {
  return Math.max(0, Math.floor((steadyNow - waitingSince) / 1_000))
}
