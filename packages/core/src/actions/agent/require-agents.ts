import { agentIdOf, agentIdsOf } from '../../domain/agents.js'
import { invalid } from '../../errors.js'
import type { AgentReads } from '../../ports/stores/agents.js'

/**
 * The ids of those who are named, in any case, each once (decisions §16.7). All must be agents of the license; `path`:
 * where they stand in the request.
 */
export async function requireAgents(
  agents: AgentReads,
  licenseId: number,
  named: readonly string[],
  path = 'payload.agent_ids',
): Promise<readonly string[]> {
  const agentIds = agentIdsOf(named)
  const known = new Set((await agents.listByIds(licenseId, agentIds)).map(({ id }) => id))
  const unknown = named.findIndex((id) => !known.has(agentIdOf(id)))
  if (unknown >= 0) throw invalid(`${path}[${unknown}] names no agent`)
  return agentIds
}
