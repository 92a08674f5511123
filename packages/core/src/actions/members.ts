import { assignAgent } from '../chats/assign-agent.js'
import type { ChangedChat, ChatChange } from '../chats/chat-change.js'
import { addMembers, removeMembers } from '../chats/members.js'
import { requireStored } from '../chats/stored.js'
import { exceededLimit } from '../chats/user-limits.js'
import * as agentContract from '../contract/agent-actions.js'
import type { Scope } from '../contract/scopes.js'
import type { ActionContext } from '../dispatch/context.js'
import { handle } from '../dispatch/handle.js'
import { covers, isMember } from '../domain/access.js'
import { normalizeAgentId, normalizeAgentIds } from '../domain/agents.js'
import { invalidField, ParleyError } from '../errors.js'
import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { AgentReads } from '../ports/stores/agents.js'
import { requireChat } from './access.js'

export const joinChat = handle(agentContract.joinChat, async (context, { chat_id, agent_ids }) =>
  context.commit([chat_id], async (change) => {
    const { tx } = change
    const before = requireChat(context, await tx.chats.lock(chat_id))
    const agentIds = await requireAgents(tx.agents, context.principal.licenseId, agent_ids)
    requireMembershipRight(context, before, agentIds)
    const joining = agentIds.filter((id) => !isMember(id, before))
    if (joining.length === 0) return { response: {}, ...(await joinAgain(context, change, before, agentIds)) }
    await checkUserLimits(context, tx, before, joining.length)
    const members = joining.map((id) => ({ id, kind: 'agent' }) as const)
    return { response: {}, ...(await addMembers(change, before, members)) }
  }),
)

/**
 * Handles a request in which all agents are members already. The connection that asked receives the push in any case
 * (decisions §5.4).
 */
async function joinAgain(
  context: ActionContext<'agent'>,
  change: ChatChange,
  before: ChatHead,
  agentIds: readonly string[],
): Promise<ChangedChat> {
  const { head, facts } = await serve(context, change, before, agentIds)
  const { users } = requireStored(await change.tx.chats.get(head.id))
  const added = users.filter((user) => user.kind === 'agent' && agentIds.includes(user.agent.id))
  const joined = { name: 'chat_users_updated', chat: factChat(head), added, removed: [] } as const
  return { head, facts, unchanged: [joined] }
}

/**
 * Assigns the first agent if the thread is waiting although that agent is a member (decisions §7.1). Otherwise nothing
 * changes.
 */
async function serve(
  { principal, settings }: ActionContext<'agent'>,
  change: ChatChange,
  before: ChatHead,
  agentIds: readonly string[],
): Promise<ChangedChat> {
  const unchanged = { head: before, facts: [] }
  if (before.thread.waitingSince === null) return unchanged
  const [agent] = await change.tx.agents.listByIds(principal.licenseId, agentIds.slice(0, 1))
  return agent === undefined ? unchanged : assignAgent(change, before, agent, settings.threadBounds)
}

async function checkUserLimits(
  { settings }: ActionContext<'agent'>,
  tx: StorageTransaction,
  head: ChatHead,
  joiningCount: number,
): Promise<void> {
  const { membersPerChat, usersPerThread } = settings.limits
  const exceeded = await exceededLimit(joiningCount, tx, head, settings.limits)
  if (exceeded === 'chat') {
    throw invalidField(
      { path: 'payload.agent_ids', rule: 'limit_reached', limit: membersPerChat },
      `would make more than ${membersPerChat} users of the chat`,
    )
  }
  if (exceeded === 'thread') {
    throw invalidField(
      { path: 'payload.agent_ids', rule: 'limit_reached', limit: usersPerThread },
      `would make more than ${usersPerThread} users of the thread`,
    )
  }
}

const membershipScopes: readonly Scope[] = ['chats.meta--all:write', 'chats.meta--my:write']

/**
 * Checks that the caller may add or remove these agents. With a `chats.conversation` scope alone, agents may add or
 * remove only themselves (decisions §5.3).
 */
export function requireMembershipRight(
  { principal }: ActionContext<'agent'>,
  head: ChatHead,
  agentIds: readonly string[],
): void {
  if (agentIds.every((id) => id === principal.id) || covers(principal, membershipScopes, head)) return
  throw new ParleyError('authorization', {
    detail: 'other agents need a chats.meta scope that covers this chat',
  })
}

export const removeFromChat = handle(
  agentContract.removeFromChat,
  async (context, { chat_id, agent_ids }) => {
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
  },
)

/** Rejects the removal of a customer (spec chat.md) with `authorization` (decisions §15.15). */
function forbidCustomers(agentIds: readonly string[], head: ChatHead): void {
  const isCustomer = head.members.some(({ id, kind }) => kind === 'customer' && agentIds.includes(id))
  if (isCustomer) throw new ParleyError('authorization', { detail: 'a customer cannot be removed' })
}

/**
 * Returns the ids of the named agents, normalized and without duplicates (decisions §16.7). Throws a `validation` error
 * unless all are agents of the license; `path` is their location in the request.
 */
export async function requireAgents(
  agents: AgentReads,
  licenseId: number,
  named: readonly string[],
  path = 'payload.agent_ids',
): Promise<readonly string[]> {
  const agentIds = normalizeAgentIds(named)
  const known = new Set((await agents.listByIds(licenseId, agentIds)).map(({ id }) => id))
  const unknown = named.findIndex((id) => !known.has(normalizeAgentId(id)))
  if (unknown >= 0)
    throw invalidField({ path: `${path}[${unknown}]`, rule: 'not_found' }, 'does not match any agent')
  return agentIds
}
