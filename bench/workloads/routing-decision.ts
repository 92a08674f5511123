import { defaultRoutingPolicy } from '@parley/core'
import type { AssignableThread, Assignment, AvailableAgent, RoutingState } from '@parley/core/ports'
import { type Figures, type Metric, metric } from './workload.js'

const [few, many] = [10, 1_000]
const chatsPerAgent = 10
const groupCount = 10
const priorities = ['first', 'normal', 'last'] as const

export const decisionMetrics: readonly Metric[] = [
  metric('assignmentMicrosSmall', `µs to decide one of ${few * chatsPerAgent} with ${few} agents`, 2),
  metric('assignmentMicrosLarge', `µs to decide one of ${many * chatsPerAgent} with ${many} agents`, 2),
  metric('assignmentRatio', 'times as long', 2),
]

/** Measures the routing decision alone, without storing anything. */
export function measureDecision(milliseconds: number): Figures {
  const [small, large] = [stateOf(few), stateOf(many)]
  for (const state of [small, large]) microsPerAssignment(state, milliseconds / 4)
  const assignmentMicrosSmall = microsPerAssignment(small, milliseconds / 2)
  const assignmentMicrosLarge = microsPerAssignment(large, milliseconds / 2)
  const assignmentRatio = assignmentMicrosLarge / assignmentMicrosSmall
  return { assignmentMicrosSmall, assignmentMicrosLarge, assignmentRatio }
}

function microsPerAssignment(state: RoutingState, milliseconds: number): number {
  const startedAt = performance.now()
  let assignmentCount = 0
  let elapsed = 0
  while (elapsed < milliseconds) {
    assignmentCount += checked(state, defaultRoutingPolicy(state)).length
    elapsed = performance.now() - startedAt
  }
  return (elapsed * 1_000) / assignmentCount
}

/** Checks that every thread was assigned. The agents have enough capacity for all threads. */
function checked({ threads }: RoutingState, assignments: readonly Assignment[]): readonly Assignment[] {
  if (assignments.length !== threads.length)
    throw new Error(`${assignments.length} of ${threads.length} assigned`)
  return assignments
}

function stateOf(agentCount: number): RoutingState {
  return {
    licenseId: 1,
    threads: Array.from({ length: agentCount * chatsPerAgent }, (_, index) => threadOf(index)),
    agents: Array.from({ length: agentCount }, (_, index) => agentOf(index)),
  }
}

/**
 * Returns a waiting thread. Every second one belongs to a group, and every fourth was left by an agent. Threads have
 * the order in which a storage lists them.
 */
function threadOf(index: number): AssignableThread {
  const id = String(index).padStart(8, '0')
  const groups = index % 2 === 0 ? [] : [1 + (Math.floor(index / 2) % groupCount)]
  const scopes = { groups, agents: [] }
  return {
    chatId: id,
    threadId: id,
    waitingSince: 1_000 + index,
    scopes,
    agentIds: [],
    isFull: false,
    formerAgentIds: index % 4 === 0 ? [agentId(index % few)] : [],
  }
}

function agentId(index: number): string {
  return `agent-${(index * 7_919) % 100_003}@example.com`
}

function agentOf(index: number): AvailableAgent {
  return {
    id: agentId(index),
    permission: 'normal',
    groups: [
      { id: 0, priority: priorities[index % 3] ?? 'normal' },
      { id: 1 + (index % groupCount), priority: priorities[index % 2] ?? 'normal' },
    ],
    maxChatsCount: 2 * chatsPerAgent,
    activeChatsCount: index % 3,
    lastAssignedAt: index % 4 === 0 ? null : (index * 31) % 1_009,
  }
}
