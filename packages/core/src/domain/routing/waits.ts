import type { Agent } from '../../model/agent.js'
import type { ChatHead, ChatMember } from '../../model/chat.js'

type Presence = Pick<Agent, 'onlineUntil'>

/** Whether a thread waits that none of these agents of the chat begins: unless one of them is logged in. */
export function waitsAtFirst(agents: readonly Presence[], now: number): boolean {
  return !agents.some(({ onlineUntil }) => onlineUntil > now)
}

/** Whether the last thread has whoever is there for it: it is active, and does not wait. */
export function isServed({ thread }: Pick<ChatHead, 'thread'>): boolean {
  return thread.isActive && thread.waitingSince === null
}

/** Whether the last thread waits, as it did not before, once these members have left: where they leave it no agent. */
export function waitsWithout(head: ChatHead, leavingIds: readonly string[]): boolean {
  const stays = ({ id, kind }: ChatMember) => kind === 'agent' && !leavingIds.includes(id)
  const leaves = ({ id, kind }: ChatMember) => kind === 'agent' && leavingIds.includes(id)
  return isServed(head) && head.members.some(leaves) && !head.members.some(stays)
}
