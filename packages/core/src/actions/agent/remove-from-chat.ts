import { removeMembers } from '../../chats/members.js'
import { removeFromChat as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { ParleyError } from '../../errors.js'
import type { ChatHead } from '../../model/chat.js'
import { requireChat } from '../shared/access.js'
import { requireMembershipRight } from './join-chat.js'
import { requireAgents } from './require-agents.js'

export const removeFromChat = handle(contract, async (context, { chat_id, agent_ids }) => {
  const named = agent_ids ?? [context.principal.id]
  const { limits, threadBounds } = context.settings
  const bounds = { formerCount: limits.formerUsersPerChat, thread: threadBounds }
  return context.commit([chat_id], async (change) => {
    const { tx } = change
    const before = requireChat(context, await tx.chats.lock(chat_id))
    forbidCustomers(named, before)
    const agentIds = await requireAgents(tx.agents, context.principal.licenseId, named)
    requireMembershipRight(context, before, agentIds)
    return { response: {}, ...(await removeMembers(change, before, agentIds, bounds)) }
  })
})

/** Rejects the removal of a customer (spec chat.md) with `authorization` (decisions §15.15). */
function forbidCustomers(agentIds: readonly string[], head: ChatHead): void {
  const isCustomer = head.members.some(({ id, kind }) => kind === 'customer' && agentIds.includes(id))
  if (isCustomer) throw new ParleyError('authorization', { detail: 'a customer cannot be removed' })
}
