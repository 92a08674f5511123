import fc from 'fast-check'
import type { GroupMembership, Priority } from '../src/model/agent.js'
import type { AssignableThread, AvailableAgent } from '../src/model/routing.js'
import type { Assignment } from '../src/ports/routing-policy.js'

/** Small inputs of routing: few groups, ids and instants, so that many of them coincide. */

export interface State {
  readonly threads: readonly AssignableThread[]
  readonly agents: readonly AvailableAgent[]
}

export function availableAgent(id: string, details: Partial<AvailableAgent> = {}): AvailableAgent {
  return {
    ...{ id, permission: 'normal', groups: [{ id: 0, priority: 'normal' }] },
    ...{ maxChatsCount: 6, activeChatsCount: 0, lastAssignedAt: null },
    ...details,
  }
}

export function waitingThread(chatId: string, details: Partial<AssignableThread> = {}): AssignableThread {
  const scopes = { groups: [], agents: [] }
  return {
    chatId,
    threadId: `thread of ${chatId}`,
    waitingSince: 1_000,
    scopes,
    agentIds: [],
    formerAgentIds: [],
    isFull: false,
    ...details,
  }
}

const priority = fc.constantFrom<Priority>('first', 'normal', 'last')
const instant = fc.nat(5)
const agentId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')
const groupId = fc.nat(3)
const agentIds = fc.uniqueArray(agentId, { maxLength: 2 })

/** Groups of an agent, beginning with group 0, which holds every agent. */
const groups: fc.Arbitrary<readonly GroupMembership[]> = fc
  .record({
    everybody: priority,
    others: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 3 }), priority }), {
      selector: ({ id }) => id,
    }),
  })
  .map(({ everybody, others }) => [{ id: 0, priority: everybody }, ...others])

export const anyAgent: fc.Arbitrary<AvailableAgent> = fc.record({
  ...{ id: agentId, permission: fc.constantFrom('normal', 'normal', 'normal', 'administrator'), groups },
  ...{ maxChatsCount: fc.nat(4), activeChatsCount: fc.nat(5) },
  lastAssignedAt: fc.option(instant),
})

const scopes = fc.record({ groups: fc.uniqueArray(groupId, { maxLength: 2 }), agents: agentIds })

export const anyThread: fc.Arbitrary<AssignableThread> = fc
  .record({
    number: fc.nat(40),
    waitingSince: instant,
    scopes,
    agentIds,
    left: agentIds,
    isFull: fc.constantFrom(false, false, true),
  })
  .map(({ number, left, ...details }) => {
    const formerAgentIds = left.filter((id) => !details.agentIds.includes(id))
    return waitingThread(`chat ${number}`, { ...details, formerAgentIds })
  })

export const anyState: fc.Arbitrary<State> = fc.record({
  threads: fc.uniqueArray(anyThread, { selector: ({ chatId }) => chatId, maxLength: 24 }),
  agents: fc.uniqueArray(anyAgent, { selector: ({ id }) => id }),
})

/** Returns the number of chats of each agent after the assignments. A chat counts for all of its agents. */
export function countsAfter(
  { threads, agents }: State,
  assignments: readonly Assignment[],
): ReadonlyMap<string, number> {
  const counts = new Map(agents.map(({ id, activeChatsCount }) => [id, activeChatsCount]))
  const members = new Map(threads.map(({ chatId, agentIds }) => [chatId, agentIds]))
  for (const { chatId, agentId } of assignments) {
    for (const id of new Set([agentId, ...(members.get(chatId) ?? [])])) {
      const count = counts.get(id)
      if (count !== undefined) counts.set(id, count + 1)
    }
  }
  return counts
}
