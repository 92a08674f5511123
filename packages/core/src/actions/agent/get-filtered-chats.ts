import { getFilteredChats as contract } from '../../contract/actions/agent.js'
import type { ActionContext } from '../../dispatch/context.js'
import { handle } from '../../dispatch/handle.js'
import { readReach } from '../../domain/access.js'
import type { ChatSummary } from '../../ports/stores/chats.js'
import { agentChatsSummaryView } from '../../views/chat-summary.js'

export const getFilteredChats = handle(contract, async (context, { filters = {} }) => {
  const chats = await listReadableChats(context, filters.include_active ?? true)
  return agentChatsSummaryView(chats, context.viewer)
})

/** The chats that the agent's scopes let it read, latest activity first, as many as a summary may hold. */
export async function listReadableChats(
  context: ActionContext<'agent'>,
  includeActive: boolean,
): Promise<readonly ChatSummary[]> {
  const { id: agentId, licenseId, groups } = context.principal
  const reach = readReach(context.principal)
  if (reach === undefined) return []
  const limit = context.settings.limits.chatsSummaryCount
  return context.read.chats.listOfAgent({ licenseId, agentId, reach, groups, includeActive, limit })
}
