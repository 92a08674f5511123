import { waitsAfterLeaving } from '../domain/routing/waiting.js'
import { type Fact, factChat } from '../facts/fact.js'
import type { Agent } from '../model/agent.js'
import type { ChatHead, ChatMember, ChatUser } from '../model/chat.js'
import type { ThreadBounds } from '../model/thread.js'
import { appendRoutingMessage } from './append-routing-message.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { showThread } from './show-thread.js'
import { requireStored } from './stored.js'

/** The limits that apply when members leave. */
export interface LeavingBounds {
  /** Maximum number of former members that are kept. */
  readonly formerCount: number
  readonly thread: ThreadBounds
}

/**
 * Adds members; those who already are members change nothing. An added bot is shown the thread, because its webhooks
 * may filter for its own chats (decisions §8.8). `shown` shows it to all added agents.
 */
export async function addMembers(
  change: ChatChange,
  before: ChatHead,
  members: readonly ChatMember[],
  others: 'shown' | 'not shown' = 'not shown',
): Promise<ChangedChat> {
  if (members.length === 0) return { head: before, facts: [] }
  const { tx, steadyAt } = change
  const head = await tx.chats.addMembers(before.id, members, steadyAt)
  const chat = requireStored(await tx.chats.get(before.id))
  const added = chat.users.filter((user) =>
    members.some(({ id, kind }) => kind === user.kind && id === idOf(user)),
  )
  const shownTo = added.filter((user) => user.kind === 'agent' && (others === 'shown' || isBot(user.agent)))
  const shown = await showThread(change, chat, shownTo.map(idOf))
  const joined = { name: 'chat_users_updated', chat: factChat(head), added, removed: [] } as const
  return { head, facts: [...shown, joined] }
}

/**
 * Removes those of `userIds` who are members. When none is, the connection that asked receives a push that they are
 * gone (decisions §5.4). An active thread without remaining agents waits again, and a system message says so (decisions
 * §7).
 */
export async function removeMembers(
  change: ChatChange,
  before: ChatHead,
  userIds: readonly string[],
  bounds: LeavingBounds,
): Promise<ChangedChat> {
  const removed = before.members.filter(({ id }) => userIds.includes(id))
  if (removed.length === 0) return { head: before, facts: [], unchanged: [alreadyRemoved(before, userIds)] }
  const ids = removed.map(({ id }) => id)
  const waits = waitsAfterLeaving(before, ids)
  const head = await change.tx.chats.removeMembers(before.id, ids, { formerCount: bounds.formerCount, waits })
  const left = { name: 'chat_users_updated', chat: factChat(head), added: [], removed } as const
  if (!waits) return { head, facts: [left] }
  const message = { type: 'routing.unassigned', text: 'The chat waits for another agent' } as const
  const waiting = await appendRoutingMessage(change, head, message, bounds.thread)
  return { head: waiting.head, facts: [left, ...waiting.facts] }
}

function alreadyRemoved(head: ChatHead, userIds: readonly string[]): Fact {
  const removed = userIds.map((id) => ({ id, kind: 'agent' }) as const)
  return { name: 'chat_users_updated', chat: factChat(head), added: [], removed }
}

function isBot({ ownerClientId }: Agent): boolean {
  return ownerClientId !== null
}

function idOf(user: ChatUser): string {
  return user.kind === 'customer' ? user.customer.id : user.agent.id
}
