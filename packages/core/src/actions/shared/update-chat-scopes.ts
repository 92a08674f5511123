import { changeScopes } from '../../chats/change-scopes.js'
import { normalizeAgentIds } from '../../domain/agents.js'
import { invalidField } from '../../errors.js'
import type { ChatScopes } from '../../model/chat.js'
import { type ChatContext, requireChat } from './access.js'

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
