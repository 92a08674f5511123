import type { Scope } from '../contract/scopes.js'
import type { ChatHead } from '../model/chat.js'
import type { AgentChatsQuery } from '../ports/stores/chat-lists.js'
import type { AgentPrincipal, CustomerPrincipal, Principal } from './principal.js'

/** Who sees and may do what (decisions §5). */

type Audience = Pick<ChatHead, 'members' | 'scopes'>

export function isMember(userId: string, chat: Pick<ChatHead, 'members'>): boolean {
  return chat.members.some((member) => member.id === userId)
}

/** Decisions §5.2. */
export function isVisibleTo(agent: AgentPrincipal, chat: Audience): boolean {
  return isVisibleAlike(agent, chat) || chat.scopes.agents.includes(agent.id) || isMember(agent.id, chat)
}

/** Whether every agent with these groups and this permission sees the chat, whoever they are. */
function isVisibleAlike({ permission, groups }: AgentPrincipal, { scopes }: Audience): boolean {
  if (permission === 'administrator') return true
  if (scopes.groups.length === 0 && scopes.agents.length === 0) return true
  return scopes.groups.some((group) => groups.includes(group))
}

/**
 * Whether one of the alternatives that the agent holds covers the chat: an `--all` scope covers every visible
 * chat, a `--my` scope the chats the agent belongs to (decisions §5.2, §5.3).
 */
export function covers(agent: AgentPrincipal, alternatives: readonly Scope[], chat: Audience): boolean {
  return alternatives.some((scope) => {
    if (!agent.scopes.has(scope)) return false
    return scope.includes('--my:') ? isMember(agent.id, chat) : isVisibleTo(agent, chat)
  })
}

/** Whether the agent holds one of the alternatives at all. */
export function holdsAny(agent: AgentPrincipal, alternatives: readonly Scope[]): boolean {
  return alternatives.length === 0 || alternatives.some((scope) => agent.scopes.has(scope))
}

const readScopes: readonly Scope[] = ['chats--all:read', 'chats--my:read']

/** Whether pushes about the chat go to this principal (decisions §5.4). */
export function mayRead(principal: Principal, chat: Audience): boolean {
  return principal.kind === 'customer' ? isOwn(principal, chat) : covers(principal, readScopes, chat)
}

/** Whether they would go to the agent too if they were not in the chat. */
export function mayReadUnjoined(agent: Principal, chat: Audience): boolean {
  const { scopes } = chat
  return mayRead(agent, { scopes, members: chat.members.filter(({ id }) => id !== agent.id) })
}

/**
 * Whether pushes about the chat go to every agent with these groups, permission and scopes, whoever they are. To
 * others they go only if the chat names them, as a member or in its scopes.
 */
export function readAlike(agent: AgentPrincipal, chat: Audience): boolean {
  return agent.scopes.has('chats--all:read') && isVisibleAlike(agent, chat)
}

function isOwn(customer: CustomerPrincipal, chat: Pick<ChatHead, 'members'>): boolean {
  return isMember(customer.id, chat)
}

/** How far the agent's read scopes reach in lists of chats; `undefined`: nowhere. */
export function readReach(agent: AgentPrincipal): AgentChatsQuery['reach'] | undefined {
  if (agent.scopes.has('chats--all:read')) return agent.permission === 'administrator' ? 'every' : 'visible'
  return agent.scopes.has('chats--my:read') ? 'member' : undefined
}
