import { invalid } from '../../errors.js'
import type { AgentReads } from '../../ports/stores/agents.js'

/** Each of `payload.agent_ids` must be an agent of the license. */
export async function requireAgents(
  agents: AgentReads,
  licenseId: number,
  agentIds: readonly string[],
): Promise<void> {
  const known = new Set((await agents.listByIds(licenseId, agentIds)).map(({ id }) => id))
  const unknown = agentIds.findIndex((id) => !known.has(id))
  if (unknown >= 0) throw invalid(`payload.agent_ids[${unknown}] names no agent`)
}
