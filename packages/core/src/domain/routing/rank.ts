import type { Priority } from '../../model/agent.js'
import type { ChatScopes } from '../../model/chat.js'
import type { AssignableThread, AvailableAgent } from '../../model/routing.js'

/**
 * The order in which agents who are not members of a chat are considered for it; the smallest rank comes first
 * (decisions §7).
 */
export type Rank = 0 | 1 | 2 | 3

/** Rank that an agent gets from the priority of a group. */
export const rankByPriority: Readonly<Record<Priority, Rank>> = { first: 0, normal: 1, last: 2 }
/** Rank of an agent whom the scopes of the chat name. */
export const namedRank = rankByPriority.normal
/** Rank of an administrator who cannot see the chat by its scopes. */
export const administratorRank: Rank = 3
/** All ranks, the best one first. */
export const ranks: readonly Rank[] = [0, 1, 2, administratorRank]

const everybody: readonly number[] = [0]

/**
 * Returns whether the agent may be assigned to the chat: as a member, or because the agent sees it (decisions §5.2) and
 * the chat is not full.
 */
export function getScopeGroups({ groups, agents }: ChatScopes): readonly number[] {
  return groups.length === 0 && agents.length === 0 ? everybody : groups
}

type RankedAgent = Pick<AvailableAgent, 'id' | 'permission' | 'groups'>

/** Returns the agent's best rank for the chat, or `undefined` when the scopes hide the chat from the agent. */
export function findRank(agent: RankedAgent, scopes: ChatScopes): Rank | undefined {
  const groups = getScopeGroups(scopes)
  const matching = agent.groups.filter(({ id }) => groups.includes(id))
  const given = matching.map(({ priority }) => rankByPriority[priority])
  if (scopes.agents.includes(agent.id)) given.push(namedRank)
  if (agent.permission === 'administrator') given.push(administratorRank)
  return ranks.find((rank) => given.includes(rank))
}

/**
 * Returns whether the agent may be assigned to the chat: as a member, or because the agent sees it (decisions §5.2) and
 * the chat is not full.
 */
export function mayTake(
  agent: RankedAgent,
  { scopes, agentIds, isFull }: Pick<AssignableThread, 'scopes' | 'agentIds' | 'isFull'>,
): boolean {
  return agentIds.includes(agent.id) || (!isFull && findRank(agent, scopes) !== undefined)
}
