import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyState, countsAfter, type State } from '../../../test/routing-states.js'
import type { AssignableThread, AvailableAgent } from '../../model/routing.js'
import type { Assignment } from '../../ports/routing-policy.js'
import { isVisibleTo } from '../access.js'
import { assign } from './assign.js'
import { administratorRank, findRank, mayTake } from './rank.js'

const holds = (title: string, check: (state: State, assignments: readonly Assignment[]) => void) =>
  test(title, () => {
    fc.assert(
      fc.property(anyState, (state) => check(state, assign(state))),
      { numRuns: 300 },
    )
  })

const byId = ({ agents }: State) => new Map(agents.map((agent) => [agent.id, agent]))
const lineOf = ({ threads }: State) =>
  threads.toSorted(
    (one, other) => one.waitingSince - other.waitingSince || (one.chatId < other.chatId ? -1 : 1),
  )

holds('no thread waits while an agent who may take it has a free slot', (state, assignments) => {
  const { threads, agents } = state
  const counts = countsAfter(state, assignments)
  const free = agents.filter(({ id, maxChatsCount }) => (counts.get(id) ?? 0) < maxChatsCount)
  const assigned = new Set(assignments.map(({ chatId }) => chatId))
  for (const thread of threads.filter(({ chatId }) => !assigned.has(chatId))) {
    assert.deepEqual(
      free.filter((agent) => mayTake(agent, thread)),
      [],
    )
  }
})

holds(
  'no agent exceeds the maximum number of chats, and no chat goes to two agents',
  (state, assignments) => {
    for (const [index, { agentId }] of assignments.entries()) {
      const counts = countsAfter(state, assignments.slice(0, index))
      assert.ok((counts.get(agentId) ?? 0) < (byId(state).get(agentId)?.maxChatsCount ?? 0))
    }
    assert.equal(new Set(assignments.map(({ chatId }) => chatId)).size, assignments.length)
  },
)

holds('no agent gets a chat that the scopes hide, or that is full', (state, assignments) => {
  const threads = new Map(state.threads.map((thread) => [thread.chatId, thread]))
  for (const { chatId, agentId } of assignments) {
    const [thread, agent] = [threads.get(chatId), byId(state).get(agentId)]
    assert.ok(thread && agent)
    assert.ok(isVisible(agent, thread))
    assert.ok(!thread.isFull || thread.agentIds.includes(agentId))
  }
})

holds(
  'a former agent gets the thread only when no other agent who may take it has a free slot',
  (state, assignments) => {
    const threads = new Map(state.threads.map((thread) => [thread.chatId, thread]))
    for (const [index, { chatId, agentId }] of assignments.entries()) {
      const thread = threads.get(chatId)
      if (!thread?.formerAgentIds.includes(agentId)) continue
      const counts = countsAfter(state, assignments.slice(0, index))
      const others = state.agents.filter(
        (agent) => mayTake(agent, thread) && (counts.get(agent.id) ?? 0) < agent.maxChatsCount,
      )
      const former = others.filter(({ id }) => thread.formerAgentIds.includes(id))
      assert.deepEqual(others, former)
    }
  },
)

holds(
  'the assignments equal those of the rules applied to one thread at a time, the longest-waiting first',
  (state, assignments) => {
    assert.deepEqual(assignments, assignOneByOne(state))
  },
)

test('mayTake is true for members, and for agents who see a chat that is not full', () => {
  fc.assert(
    fc.property(anyState, ({ threads, agents }) => {
      for (const thread of threads) {
        for (const agent of agents)
          assert.equal(mayTake(agent, thread), isVisible(agent, thread) && canBeIn(agent, thread))
      }
    }),
  )
})

test('assign returns the same result for every order of its input', () => {
  const shuffled = anyState.chain(({ threads, agents }) =>
    fc.tuple(
      fc.constant({ threads, agents }),
      fc.record({ threads: shuffle(threads), agents: shuffle(agents).chain(withShuffledGroups) }),
    ),
  )
  fc.assert(fc.property(shuffled, ([one, other]) => assert.deepEqual(assign(one), assign(other))))
})

test('assign does not change its input', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const before = JSON.stringify(state)
      assign(state)
      assert.equal(JSON.stringify(state), before)
    }),
  )
})

function shuffle<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length })
}

function withShuffledGroups(agents: readonly AvailableAgent[]): fc.Arbitrary<AvailableAgent[]> {
  return fc.tuple(...agents.map((agent) => shuffle(agent.groups).map((groups) => ({ ...agent, groups }))))
}

function canBeIn({ id }: AvailableAgent, { agentIds, isFull }: AssignableThread): boolean {
  return !isFull || agentIds.includes(id)
}

function isVisible(
  { id, permission, groups }: AvailableAgent,
  { scopes, agentIds }: AssignableThread,
): boolean {
  const groupIds = groups.map((group) => group.id)
  const principal = { kind: 'agent', id, licenseId: 1, clientId: null, permission, grantHash: null } as const
  const members = agentIds.map((agentId) => ({ id: agentId, kind: 'agent' }) as const)
  return isVisibleTo({ ...principal, groups: groupIds, scopes: new Set() }, { members, scopes })
}

/** Computes the expected assignments by looking at every agent for every thread. */
function assignOneByOne(state: State): readonly Assignment[] {
  const agents = byId(state)
  return lineOf(state).flatMap((thread, turn) => {
    const able = [...agents.values()].filter(
      (agent) => agent.activeChatsCount < agent.maxChatsCount && mayTake(agent, thread),
    )
    const [best] = able.toSorted((one, other) => compare(keyOf(one, thread), keyOf(other, thread)))
    if (best === undefined) return []
    const { id } = best
    agents.set(id, { ...best, lastAssignedAt: 1_000 + turn })
    for (const servingId of new Set([id, ...thread.agentIds])) {
      const serving = agents.get(servingId)
      if (serving) agents.set(servingId, { ...serving, activeChatsCount: serving.activeChatsCount + 1 })
    }
    return [{ chatId: thread.chatId, agentId: id }]
  })
}

function keyOf(agent: AvailableAgent, thread: AssignableThread): readonly (number | string)[] {
  const { scopes, agentIds, formerAgentIds } = thread
  return [
    agentIds.includes(agent.id) ? 0 : 1,
    formerAgentIds.includes(agent.id) ? 1 : 0,
    findRank(agent, scopes) ?? administratorRank,
    agent.activeChatsCount,
    agent.lastAssignedAt ?? -1,
    agent.id,
  ]
}

function compare(one: readonly (number | string)[], other: readonly (number | string)[]): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? value
    if (value !== against) return value < against ? -1 : 1
  }
  return 0
}
