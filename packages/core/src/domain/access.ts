import type { Scope } from '../contract/scopes.js'
import type { ChatHead } from '../model/chat.js'
import type { AgentChatsQuery } from '../ports/stores/chat-lists.js'
import type { AgentPrincipal, CustomerPrincipal, Principal } from './principal.js'

/** Decides which agents and customers see a chat, and what they may do with it (decisions §5). */

type Audience = Pick<ChatHead, 'members' | 'scopes'>

/** Returns whether the user is a member of the chat. */
export function isMember(userId: string, chat: Pick<ChatHead, 'members'>): boolean {
  return chat.members.some((member) => member.id === userId)
}

/**
 * Returns whether the agent sees the chat: by permission or group, because the scopes of the chat name the agent, or as
 * a member (decisions §5.2).
 */
export function isVisibleTo(agent: AgentPrincipal, chat: Audience): boolean {
  return isVisibleByGroups(agent, chat) || chat.scopes.agents.includes(agent.id) || isMember(agent.id, chat)
}

/**
 * Returns whether the agent sees the chat by permission and groups alone, and so like every other agent with the same
 * ones.
 */
function isVisibleByGroups({ permission, groups }: AgentPrincipal, { scopes }: Audience): boolean {
  if (permission === 'administrator') return true
  if (scopes.groups.length === 0 && scopes.agents.length === 0) return true
  return scopes.groups.some((group) => groups.includes(group))
}

/**
 * Returns whether one of the alternative scopes that the agent holds covers the chat. An `--all` scope covers every
 * visible chat, a `--my` scope covers the chats that the agent is a member of (decisions §5.2, §5.3).
 */
export function covers(agent: AgentPrincipal, alternatives: readonly Scope[], chat: Audience): boolean {
  return alternatives.some((scope) => {
    if (!agent.scopes.has(scope)) return false
    return scope.includes('--my:') ? isMember(agent.id, chat) : isVisibleTo(agent, chat)
  })
}

/**
 * Returns whether the agent holds one of the alternative scopes, regardless of any chat. An empty list always passes.
 */
export function holdsAny(agent: AgentPrincipal, alternatives: readonly Scope[]): boolean {
  return alternatives.length === 0 || alternatives.some((scope) => agent.scopes.has(scope))
}

const readScopes: readonly Scope[] = ['chats--all:read', 'chats--my:read']

/** Returns whether pushes about the chat go to this principal (decisions §5.4). */
export function mayRead(principal: Principal, chat: Audience): boolean {
  return principal.kind === 'customer' ? isOwn(principal, chat) : covers(principal, readScopes, chat)
}

/** Returns whether the agent would receive pushes about the chat even without being a member of it. */
export function mayReadAsNonMember(agent: Principal, chat: Audience): boolean {
  const { scopes } = chat
  return mayRead(agent, { scopes, members: chat.members.filter(({ id }) => id !== agent.id) })
}

/**
 * Returns whether pushes about the chat go to every agent with these groups, permission and scopes. Other agents
 * receive them only when the chat names them, as a member or in its scopes.
 */
export function mayReadByGroups(agent: AgentPrincipal, chat: Audience): boolean {
  return agent.scopes.has('chats--all:read') && isVisibleByGroups(agent, chat)
}

function isOwn(customer: CustomerPrincipal, chat: Pick<ChatHead, 'members'>): boolean {
  return isMember(customer.id, chat)
}

/** Returns which chats the agent's read scopes cover in lists of chats, or `undefined` when they cover none. */
export function readReach(agent: AgentPrincipal): AgentChatsQuery['reach'] | undefined {
  if (agent.scopes.has('chats--all:read')) return agent.permission === 'administrator' ? 'every' : 'visible'
  return agent.scopes.has('chats--my:read') ? 'member' : undefined
}
