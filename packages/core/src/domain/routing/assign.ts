import type { AssignableThread, AvailableAgent } from '../../model/routing.js'
import type { Assignment, RoutingState } from '../../ports/routing-policy.js'
import { compareIds } from './candidate.js'
import { Candidates } from './candidates.js'

/**
 * Assigns waiting threads to agents (decisions §7). The longest-waiting thread comes first; a thread is skipped only
 * when no agent who may take it has a free slot.
 * Members of the chat come first, then agents by the best priority among their groups (`first`, `normal`, `last`), then
 * administrators who cannot see the chat by its scopes, and then, in the same order, agents who were in the thread
 * before. Within one rank, the agent with the fewest active chats comes first, then the one whose last assignment is
 * longest ago, then the smallest id. The result does not depend on the order of the input.
 *
 * Time complexity: O((threads + agents) × log).
 */
export function assign({ threads, agents }: Pick<RoutingState, 'threads' | 'agents'>): readonly Assignment[] {
  const candidates = new Candidates(agents)
  const assignments: Assignment[] = []
  let turn = latest(agents)
  for (const thread of threads.toSorted(compareWaiting)) {
    const candidate = candidates.findNext(thread)
    if (candidate === undefined) continue
    turn += 1
    candidates.assign(candidate, thread, turn)
    assignments.push({ chatId: thread.chatId, agentId: candidate.agent.id })
  }
  return assignments
}

/** Compares two threads by queue position. Negative when the first one comes earlier. */
function compareWaiting(one: AssignableThread, other: AssignableThread): number {
  return one.waitingSince - other.waitingSince || compareIds(one.chatId, other.chatId)
}

/** Returns the time of the latest assignment, so that each new one counts as later. */
function latest(agents: readonly AvailableAgent[]): number {
  return agents.reduce((last, { lastAssignedAt }) => Math.max(last, lastAssignedAt ?? 0), 0)
}
