import { factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ThreadWithEvents } from '../model/thread.js'
import type { NewThread } from '../ports/stores/chat-writes.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { listNonMember, type NonMember } from './non-members.js'
import { requireStored } from './stored.js'

/**
 * Opens the next thread of the chat with its first events. An author who is not a member is listed as a user of the
 * thread.
 */
export async function openThread(
  change: ChatChange,
  chatId: string,
  begun: Pick<NewThread, 'events' | 'bytes' | 'waits'>,
  nonMember: NonMember | null,
): Promise<ChangedChat & { readonly thread: ThreadWithEvents }> {
  const { chats } = change.tx
  const newThread = {
    id: change.newId(),
    createdAt: change.at,
    properties: {},
    propertyTerms: [],
    beganAt: change.steadyAt,
    ...begun,
  }
  const head = await chats.openThread(chatId, newThread)
  if (nonMember !== null) await listNonMember(change, chatId, nonMember)
  const shown = requireStored(await chats.get(chatId))
  const thread = openedThread(newThread, head, nonMember)
  const fact = { name: 'incoming_chat_thread', chat: factChat(head), shown, thread, onlyTo: null } as const
  return { head, facts: [fact], thread }
}

/** Returns a thread that was just stored, as reading it back would. */
export function openedThread(
  thread: NewThread,
  head: ChatHead,
  nonMember: NonMember | null,
): ThreadWithEvents {
  const memberIds = head.members.map(({ id }) => id)
  return {
    id: thread.id,
    order: head.thread.order,
    isActive: true,
    createdAt: thread.createdAt,
    properties: thread.properties,
    userIds: nonMember === null ? memberIds : [...memberIds, nonMember.agentId],
    events: thread.events.map((event, index) => ({ ...event, order: index + 1 })),
  }
}
