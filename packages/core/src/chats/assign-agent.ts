import { isMember } from '../domain/access.js'
import { type Fact, factChat } from '../facts/fact.js'
import type { Agent } from '../ports/stores/agents.js'
import type { ThreadBounds } from '../ports/stores/chat-appends.js'
import type { ChatHead } from '../ports/stores/chats.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { addMembers } from './members.js'
import { requireStored } from './stored.js'
import { tellRouting } from './tell-routing.js'

/** Gives the agent the waiting thread of the chat; who could not read it before is shown it first (decisions §7). */
export async function assignAgent(
  change: ChatChange,
  before: ChatHead,
  { id, name }: Pick<Agent, 'id' | 'name'>,
  bounds: ThreadBounds,
): Promise<ChangedChat> {
  const taken = isMember(id, before) ? await take(change, before) : await add(change, before, id)
  const message = { type: 'routing.assigned', text: `${name} was assigned to the chat` } as const
  const told = await tellRouting(change, taken.head, message, bounds)
  return { head: told.head, facts: [...taken.facts, ...told.facts] }
}

async function take({ tx, steadyAt }: ChatChange, { id }: ChatHead): Promise<ChangedChat> {
  return { head: await tx.routing.stopWaiting(id, steadyAt), facts: [] }
}

async function add(change: ChatChange, before: ChatHead, agentId: string): Promise<ChangedChat> {
  const { head, facts } = await addMembers(change, before, [{ id: agentId, kind: 'agent' }])
  return { head, facts: [await threadShownTo(change, head, agentId), ...facts] }
}

/** Without the events of a long thread, which are for reading. */
async function threadShownTo({ tx }: ChatChange, head: ChatHead, agentId: string): Promise<Fact> {
  const [measured] = await tx.chats.measureThreads(head.id, [head.thread.id])
  const { id, order, isActive, createdAt, properties, userIds, events = [] } = requireStored(measured)
  const thread = { id, order, isActive, createdAt, properties, userIds, events }
  const shown = requireStored(await tx.chats.get(head.id))
  return { name: 'incoming_chat_thread', chat: factChat(head), shown, thread, onlyTo: agentId }
}
