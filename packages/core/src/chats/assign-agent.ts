import { isMember } from '../domain/access.js'
import type { Agent } from '../model/agent.js'
import type { ChatHead } from '../model/chat.js'
import type { ThreadBounds } from '../model/thread.js'
import { appendRoutingMessage } from './append-routing-message.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { addMembers } from './members.js'
import { showThread } from './show-thread.js'
import { requireStored } from './stored.js'

type AssignedAgent = Pick<Agent, 'id' | 'name' | 'ownerClientId'>

/**
 * Assigns the waiting thread of the chat to the agent. An agent who could not read the chat before is shown it first
 * (decisions §7).
 */
export async function assignAgent(
  change: ChatChange,
  before: ChatHead,
  agent: AssignedAgent,
  bounds: ThreadBounds,
): Promise<ChangedChat> {
  const { id, name } = agent
  const assigned = isMember(id, before)
    ? await assignMember(change, before, agent)
    : await addMembers(change, before, [{ id, kind: 'agent' }], 'shown')
  const message = { type: 'routing.assigned', text: `${name} was assigned to the chat` } as const
  const reported = await appendRoutingMessage(change, assigned.head, message, bounds)
  return { head: reported.head, facts: [...assigned.facts, ...reported.facts] }
}

/**
 * Assigns the thread to a member. A bot is shown the thread even if it was already shown it when the thread began
 * (decisions §8.8).
 */
async function assignMember(
  change: ChatChange,
  before: ChatHead,
  { id, ownerClientId }: AssignedAgent,
): Promise<ChangedChat> {
  const { tx, steadyAt } = change
  const head = await tx.routing.stopWaiting(before.id, steadyAt)
  if (ownerClientId === null) return { head, facts: [] }
  return { head, facts: await showThread(change, requireStored(await tx.chats.get(head.id)), [id]) }
}
