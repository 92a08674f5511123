import { normalizeAgentId, normalizeAgentIds } from '../../domain/agents.js'
import { invalidField } from '../../errors.js'
import type { AgentReads } from '../../ports/stores/agents.js'

/**
 * Returns the ids of the named agents, normalized and without duplicates (decisions §16.7). Throws a `validation` error
 * unless all are agents of the license; `path` is their location in the request.
 */
export async function requireAgents(
  agents: AgentReads,
  licenseId: number,
  named: readonly string[],
  path = 'payload.agent_ids',
): Promise<readonly string[]> {
  const agentIds = normalizeAgentIds(named)
  const known = new Set((await agents.listByIds(licenseId, agentIds)).map(({ id }) => id))
  const unknown = named.findIndex((id) => !known.has(normalizeAgentId(id)))
  if (unknown >= 0)
    throw invalidField({ path: `${path}[${unknown}]`, rule: 'not_found' }, 'does not match any agent')
  return agentIds
}
