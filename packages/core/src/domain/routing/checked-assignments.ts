import { ParleyConfigError } from '../../config-error.js'
import type { AssignableThread } from '../../model/routing.js'
import type { Assignment, RoutingState } from '../../ports/routing-policy.js'
import { isRecord } from '../shapes.js'
import { Candidate } from './candidate.js'
import { mayTake } from './rank.js'

/**
 * Returns a checked copy of the assignments that a routing policy returned: each thread waits and occurs once, and its
 * agent may take it and has a free slot. Throws a `ParleyConfigError` that names the first invalid assignment.
 */
export function checkAssignments(
  { threads, agents }: Pick<RoutingState, 'threads' | 'agents'>,
  result: unknown,
): readonly Assignment[] {
  if (!Array.isArray(result)) throw invalidResult('routing.policy must return an array of assignments')
  const waiting = new Map(threads.map((thread) => [thread.chatId, thread]))
  const candidates = new Map(agents.map((agent) => [agent.id, new Candidate(agent)]))
  return Array.from(result, (given: unknown, index) => {
    const { chatId, agentId } = assignmentOf(given, index)
    const candidate = candidates.get(agentId)
    const thread = waiting.get(chatId)
    const problem = problemOf(thread, candidate)
    if (problem !== undefined) throw invalidResult(`Assignment ${index} of routing.policy ${problem}`)
    waiting.delete(chatId)
    candidate?.addAssignment(index)
    for (const id of thread?.agentIds ?? []) if (id !== agentId) candidates.get(id)?.addSharedChat()
    return { chatId, agentId }
  })
}

function assignmentOf(given: unknown, index: number): Assignment {
  const { chatId, agentId } = isRecord(given) ? given : {}
  if (typeof chatId === 'string' && typeof agentId === 'string') return { chatId, agentId }
  throw invalidResult(`Assignment ${index} of routing.policy must have the strings chatId and agentId`)
}

function invalidResult(message: string): ParleyConfigError {
  return new ParleyConfigError('hook_result_invalid', { option: 'routing.policy', message })
}

function problemOf(
  thread: AssignableThread | undefined,
  candidate: Candidate | undefined,
): string | undefined {
  if (thread === undefined) return 'names a chat that does not wait, or no longer waits'
  if (candidate === undefined) return 'names an agent who cannot be given chats'
  if (!mayTake(candidate.agent, { ...thread, isFull: false }))
    return 'names an agent who does not see the chat'
  if (!mayTake(candidate.agent, thread)) return 'names an agent who cannot join a full chat'
  return candidate.hasCapacity ? undefined : 'names an agent who has reached the chat limit'
}
