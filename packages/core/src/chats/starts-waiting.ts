import { waitsWithoutAgents } from '../domain/routing/waiting.js'
import type { ChatHead } from '../model/chat.js'
import type { ChatChange } from './chat-change.js'

/**
 * Returns whether the next thread of the chat starts waiting. Reads nothing when no agent is a member, or when a member
 * agent opens the thread.
 */
export async function startsWaiting(
  { tx, steadyAt }: ChatChange,
  { licenseId, members }: ChatHead,
  openerId: string | null,
): Promise<boolean> {
  const agentIds = members.filter(({ kind }) => kind === 'agent').map(({ id }) => id)
  if (agentIds.length === 0) return true
  if (openerId !== null && agentIds.includes(openerId)) return false
  return waitsWithoutAgents(await tx.agents.listByIds(licenseId, agentIds), steadyAt)
}
