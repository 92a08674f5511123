import type { AvailableAgent, TakeableThread } from '../../model/routing.js'
import type { Assignment, RoutingState } from '../../ports/routing-policy.js'
import { compareIds } from './candidate.js'
import { Candidates } from './candidates.js'

/**
 * Who gets which chat (decisions §7): the longest-waiting thread first, which is passed over only where nobody who may take
 * it has room. Members of the chat come first, then who is `first`, `normal` and `last` in the best of its groups, then
 * administrators to whom its scopes do not show it, and then, in the same order, who was in the thread before; among these who has fewest active chats, then whose last assignment is
 * longest ago, then the smallest id. One state has one answer, in whichever order it is told.
 *
 * Costs about (threads + agents) × log.
 */
export function assign({ threads, agents }: Pick<RoutingState, 'threads' | 'agents'>): readonly Assignment[] {
  const candidates = new Candidates(agents)
  const assignments: Assignment[] = []
  let turn = latest(agents)
  for (const thread of threads.toSorted(compareWaiting)) {
    const candidate = candidates.next(thread)
    if (candidate === undefined) continue
    turn += 1
    candidates.give(candidate, thread, turn)
    assignments.push({ chatId: thread.chatId, agentId: candidate.agent.id })
  }
  return assignments
}

/** Negative: the first is ahead in the line. */
function compareWaiting(one: TakeableThread, other: TakeableThread): number {
  return one.waitingSince - other.waitingSince || compareIds(one.chatId, other.chatId)
}

/** Each assignment of now is later than all there were. */
function latest(agents: readonly AvailableAgent[]): number {
  return agents.reduce((last, { lastAssignedAt }) => Math.max(last, lastAssignedAt ?? 0), 0)
}
