import type { Agent } from '../../model/agent.js'
import type { ChatHead, ChatMember } from '../../model/chat.js'
import { isLoggedIn } from '../logged-in.js'

type Presence = Pick<Agent, 'onlineUntil'>

/** Returns whether a thread that is not started by an agent waits at first: none of the chat's agents is logged in. */
export function waitsWithoutAgents(agents: readonly Presence[], now: number): boolean {
  return !agents.some((agent) => isLoggedIn(agent, now))
}

/** Returns whether the last thread is served: it is active and does not wait. */
export function isServed({ thread }: Pick<ChatHead, 'thread'>): boolean {
  return thread.isActive && thread.waitingSince === null
}

/**
 * Returns whether the last thread starts to wait when these members leave: it is served now, and no agent would be left
 * in the chat.
 */
export function waitsAfterLeaving(head: ChatHead, leavingIds: readonly string[]): boolean {
  const stays = ({ id, kind }: ChatMember) => kind === 'agent' && !leavingIds.includes(id)
  const leaves = ({ id, kind }: ChatMember) => kind === 'agent' && leavingIds.includes(id)
  return isServed(head) && head.members.some(leaves) && !head.members.some(stays)
}
