import type { ActionContext } from '../../dispatch/context.js'
import { invalid } from '../../errors.js'

/** Each of `payload.agent_ids` must be an agent of the caller's license. */
export async function requireAgents(
  context: ActionContext<'agent'>,
  agentIds: readonly string[],
): Promise<void> {
  const agents = await context.read.agents.listByIds(context.principal.licenseId, agentIds)
  const known = new Set(agents.map(({ id }) => id))
  const unknown = agentIds.findIndex((id) => !known.has(id))
  if (unknown >= 0) throw invalid(`payload.agent_ids[${unknown}] names no agent`)
}
