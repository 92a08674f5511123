import { changeScopes } from '../chats/change-scopes.js'
import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import { handle } from '../dispatch/handle.js'
import { normalizeAgentIds } from '../domain/agents.js'
import { invalidField } from '../errors.js'
import type { ChatScopes } from '../model/chat.js'
import { type ChatContext, requireChat } from './access.js'
import { requireAgents } from './members.js'

interface RequestedScopes {
  readonly groups?: readonly number[]
  readonly agents?: readonly string[]
}

/** Implements `update_chat_scopes` of both APIs and all versions. */
export function updateChatScopes(
  context: ChatContext,
  request: {
    readonly chat_id: string
    readonly add_scopes?: RequestedScopes
    readonly remove_scopes?: RequestedScopes
  },
): Promise<Record<string, never>> {
  const { chat_id: chatId, add_scopes, remove_scopes } = request
  const requested = { add: toScopes(add_scopes), remove: toScopes(remove_scopes) }
  const { scopeGroupCount } = context.settings.contractLimits
  return context.commit([chatId], async (change) => {
    const before = requireChat(context, await change.tx.chats.lock(chatId))
    const changed = await changeScopes(change, before, requested, scopeGroupCount)
    if (changed === 'full') {
      throw invalidField(
        { path: 'payload.add_scopes', rule: 'limit_reached', limit: scopeGroupCount },
        `would make more than ${scopeGroupCount} scopes of the chat`,
      )
    }
    return { response: {}, ...changed }
  })
}

function toScopes({ groups = [], agents = [] }: RequestedScopes = {}): ChatScopes {
  return { groups, agents: normalizeAgentIds(agents) }
}

export const agentUpdateChatScopes = handle(agentContract.updateChatScopes, updateChatScopes)

/**
 * Changes the scopes of a chat, including agents. Agents to add must exist; agents to remove may have been deleted
 * already.
 */
export const updateChatScopesWithAgents = handle(
  agentContract.updateChatScopesWithAgents,
  async (context, request) => {
    const { agents = [] } = request.add_scopes ?? {}
    if (agents.length > 0) {
      const { licenseId } = context.principal
      await requireAgents(context.read.agents, licenseId, agents, 'payload.add_scopes.agents')
    }
    return updateChatScopes(context, request)
  },
)

export const customerUpdateChatScopes = handle(customerContract.updateChatScopes, updateChatScopes)
