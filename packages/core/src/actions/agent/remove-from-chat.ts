import { removeFromChat as contract } from '../../contract/actions/agent/index.js'
import { handle } from '../../dispatch/handle.js'
import { toChat } from '../../domain/push.js'
import { ParleyError } from '../../errors.js'
import type { ChatHead } from '../../ports/stores/chats.js'
import { requireChat } from '../shared/access.js'
import { requireMembershipRight } from './join-chat.js'
import { requireAgents } from './require-agents.js'

export const removeFromChat = handle(contract, async (context, { chat_id, agent_ids }) => {
  const agentIds = agent_ids ?? [context.principal.id]
  const { formerUsersPerChat } = context.settings.limits
  return context.transact(chat_id, async (tx) => {
    const before = requireChat(context, await tx.chats.lock(chat_id))
    forbidCustomers(agentIds, before)
    await requireAgents(tx.agents, context.principal.licenseId, agentIds)
    requireMembershipRight(context, before, agentIds)
    const removed = before.members.filter(({ id }) => agentIds.includes(id))
    if (removed.length === 0) return { response: {}, pushes: [] }
    const removedIds = removed.map(({ id }) => id)
    const head = await tx.chats.removeMembers(chat_id, removedIds, formerUsersPerChat)
    const body = { name: 'chat_users_updated', chatId: chat_id, added: [], removed } as const
    return { response: {}, pushes: [toChat(head, body, { formerMemberIds: removedIds })], head }
  })
})

/** Spec chat.md: removing a customer is forbidden; decisions §15: `authorization`. */
function forbidCustomers(agentIds: readonly string[], head: ChatHead): void {
  const isCustomer = head.members.some(({ id, kind }) => kind === 'customer' && agentIds.includes(id))
  if (isCustomer) throw new ParleyError('authorization', { detail: 'a customer cannot be removed' })
}
