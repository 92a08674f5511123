import { updateAgent as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { normalizeAgentId } from '../../domain/agents.js'
import { invalid, invalidField, ParleyError } from '../../errors.js'

export const updateAgent = handle(contract, async (context, request) => {
  const { principal } = context
  const { agent_id: named, routing_status: routingStatus } = request
  const agentId = named === undefined ? principal.id : normalizeAgentId(named)
  if (agentId !== principal.id && !principal.scopes.has('agents--all:write')) {
    throw new ParleyError('authorization', { detail: 'other agents need the scope agents--all:write' })
  }
  return context.commit([agentId], async ({ tx, steadyAt }) => {
    const agent = await tx.agents.get(agentId)
    if (agent?.licenseId !== principal.licenseId)
      throw invalidField({ path: 'payload.agent_id', rule: 'not_found' }, 'does not match any agent')
    // Locks the agent, so the status cannot change between reading the former one and setting the new one.
    const former = await tx.agents.update(agentId, {})
    const updated = await tx.agents.setRoutingStatusIfOnline(agentId, routingStatus, steadyAt)
    if (former === undefined || updated === undefined)
      throw invalid(
        { path: 'payload.routing_status', rule: 'wrong_state' },
        'the agent is not logged in: log in over RTM first',
      )
    const { licenseId } = principal
    const { routingStatus: formerStatus } = former
    const fact = { name: 'agent_updated', licenseId, agentId, routingStatus, formerStatus } as const
    const isSame = formerStatus === routingStatus
    return isSame ? { response: {}, facts: [], unchanged: [fact] } : { response: {}, facts: [fact] }
  })
})
