import {
  updateChatScopes as contract,
  updateChatScopesWithAgents as contractWithAgents,
} from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { updateChatScopes as update } from '../shared/update-chat-scopes.js'
import { requireAgents } from './require-agents.js'

export const updateChatScopes = handle(contract, update)

/**
 * Changes the scopes of a chat, including agents. Agents to add must exist; agents to remove may have been deleted
 * already.
 */
export const updateChatScopesWithAgents = handle(contractWithAgents, async (context, request) => {
  const { agents = [] } = request.add_scopes ?? {}
  if (agents.length > 0) {
    const { licenseId } = context.principal
    await requireAgents(context.read.agents, licenseId, agents, 'payload.add_scopes.agents')
  }
  return update(context, request)
})
