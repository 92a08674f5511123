import { invalid } from '../../errors.js'
import type { AgentReads } from '../../ports/stores/agents.js'

/** Each must be an agent of the license; `path`: where they stand in the request. */
export async function requireAgents(
  agents: AgentReads,
  licenseId: number,
  agentIds: readonly string[],
  path = 'payload.agent_ids',
): Promise<void> {
  const known = new Set((await agents.listByIds(licenseId, agentIds)).map(({ id }) => id))
  const unknown = agentIds.findIndex((id) => !known.has(id))
  if (unknown >= 0) throw invalid(`${path}[${unknown}] names no agent`)
}
