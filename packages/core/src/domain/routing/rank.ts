import type { Priority } from '../../model/agent.js'
import type { ChatScopes } from '../../model/chat.js'
import type { AvailableAgent, TakeableThread } from '../../model/routing.js'

/** How early an agent comes for a chat that it is no member of, the smaller the earlier (decisions §7). */
export type Rank = 0 | 1 | 2 | 3

export const rankOfPriority: Readonly<Record<Priority, Rank>> = { first: 0, normal: 1, last: 2 }
/** Of an agent whom the scopes name. */
export const namedRank = rankOfPriority.normal
/** Of an administrator to whom the scopes do not show the chat. */
export const outsideRank: Rank = 3
export const ranks: readonly Rank[] = [0, 1, 2, outsideRank]

const everybody: readonly number[] = [0]

/** Whose chat it is; without scopes that of group 0, which every agent is in (decisions §5.2). */
export function groupsOf({ groups, agents }: ChatScopes): readonly number[] {
  return groups.length === 0 && agents.length === 0 ? everybody : groups
}

type Ranked = Pick<AvailableAgent, 'id' | 'permission' | 'groups'>

/** The best of what the agent is to the chat; `undefined`: the scopes hide it from the agent. */
export function rankOf(agent: Ranked, scopes: ChatScopes): Rank | undefined {
  const groups = groupsOf(scopes)
  const matching = agent.groups.filter(({ id }) => groups.includes(id))
  const given = matching.map(({ priority }) => rankOfPriority[priority])
  if (scopes.agents.includes(agent.id)) given.push(namedRank)
  if (agent.permission === 'administrator') given.push(outsideRank)
  return ranks.find((rank) => given.includes(rank))
}

/** Whether the agent may be given the chat: is in it, or sees it (decisions §5.2) and can be added. */
export function mayTake(
  agent: Ranked,
  { scopes, agentIds, isFull }: Pick<TakeableThread, 'scopes' | 'agentIds' | 'isFull'>,
): boolean {
  return agentIds.includes(agent.id) || (!isFull && rankOf(agent, scopes) !== undefined)
}
