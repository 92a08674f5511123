import type { Agent, CandidateAgent, ChatMember, ChatScopes } from '@parley/core/storage'
import { customerMember, inGroups, newAgent, newChat, newThread } from './fixtures.js'
import type { StorageContext } from './storage-context.js'

export const unscoped: ChatScopes = { groups: [], agents: [] }

export interface ThreadValues {
  /** Time at which the thread began. */
  readonly at?: number
  readonly scopes?: ChatScopes
  /** Agents who are members besides the customer. */
  readonly agentIds?: readonly string[]
  readonly waits?: boolean
  readonly customerId?: string
}

/** Stores a chat with a thread that waits in the queue, unless `waits` is false. */
export function givenThread(context: StorageContext, id: string, values: ThreadValues = {}) {
  const { at = 1_500, scopes = unscoped, agentIds = [], waits = true } = values
  const customer: ChatMember = { id: values.customerId ?? customerMember.id, kind: 'customer' }
  const agents = agentIds.map((agentId): ChatMember => ({ id: agentId, kind: 'agent' }))
  const thread = newThread(`${id}-thread`, { createdAt: at, waits })
  const chat = { createdAt: at, members: [customer, ...agents], scopes, thread }
  return context.write((tx) => tx.chats.insert(newChat(context.license, id, chat)))
}

/** Stores an agent who is connected and accepts chats. */
export function givenAvailable(context: StorageContext, id: string, values: Partial<Agent> = {}) {
  const agent = newAgent(context.license, id, { onlineUntil: 'forever', ...values })
  return context.write((tx) => tx.agents.insert(agent))
}

export function candidate(
  id: string,
  groups: readonly number[] = [0],
  values: Partial<CandidateAgent> = {},
): CandidateAgent {
  return { id, permission: 'normal', groups: inGroups(...groups), ...values }
}
