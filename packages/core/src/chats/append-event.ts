import { type Fact, factChat } from '../facts/fact.js'
import type { ChatHead } from '../model/chat.js'
import type { ChatEvent, NewEvent } from '../model/event.js'
import type { NewEvents } from '../ports/stores/chat-appends.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { closeThread } from './close-thread.js'
import { announceNonMember, type NonMember } from './non-members.js'
import { openThread } from './open-thread.js'
import { startsWaiting } from './starts-waiting.js'
import { withOrder } from './stored.js'

/** The chat after an event was appended, with the event and its thread. */
export interface AppendedEvent extends ChangedChat {
  readonly threadId: string
  readonly event: ChatEvent
}

/** An event, with what is needed to append it. */
export interface EventToAppend {
  readonly event: NewEvent
  readonly added: NewEvents
}

/** An event to append, with its author if that is not a member. */
export interface WrittenEvent extends EventToAppend {
  /** The author, when it is an agent who is not a member; otherwise `null`. */
  readonly nonMember: NonMember | null
}

/**
 * Appends an event to the last thread. It goes to a new thread when none is active (decisions §6.1), or when the active
 * thread is full, which is then closed first (§16.1). An annotation always goes to the last thread; returns `full`,
 * with nothing stored, when it does not fit. Returns `crowded`, and must not be committed, when the thread has too many
 * users to add the non-member.
 */
export async function appendEvent(
  change: ChatChange,
  head: ChatHead,
  written: WrittenEvent,
): Promise<AppendedEvent | 'full' | 'too_many_users'> {
  const { event, added, nonMember } = written
  if (needsThread(head, event)) {
    const waits = await startsWaiting(change, head, event.authorId)
    return beginWith(change, head.id, written, { waits, facts: [] })
  }
  const orders = await change.tx.chats.append(head.id, added)
  if (orders !== 'full') {
    const introduced = nonMember === null ? [] : await announceNonMember(change, head, nonMember)
    if (introduced === 'too_many_users') return 'too_many_users'
    const { facts, ...stored } = toAppendedEvent(head, withOrder(event, orders))
    return { ...stored, facts: [...introduced, ...facts] }
  }
  if (isAnnotation(event)) return 'full'
  const ended = await closeThread(change, head, { text: 'The thread is full', userId: null })
  const waits = head.thread.waitingSince !== null
  return beginWith(change, head.id, written, { waits, facts: ended.facts })
}

/** Returns the result for an event that was stored in the last thread of the chat. */
export function toAppendedEvent(head: ChatHead, event: ChatEvent): AppendedEvent {
  const threadId = head.thread.id
  return { head, facts: [{ name: 'incoming_event', chat: factChat(head), threadId, event }], threadId, event }
}

/** Returns whether the event needs a new thread because none is active. */
export function needsThread(head: ChatHead, event: NewEvent): boolean {
  return !head.thread.isActive && !isAnnotation(event)
}

export function isAnnotation(event: NewEvent): boolean {
  return event.content.type === 'annotation'
}

async function beginWith(
  change: ChatChange,
  chatId: string,
  { event, added, nonMember }: WrittenEvent,
  before: { readonly waits: boolean; readonly facts: readonly Fact[] },
): Promise<AppendedEvent> {
  const begun = { events: added.events, bytes: added.bytes, waits: before.waits }
  const { head, facts, thread } = await openThread(change, chatId, begun, nonMember)
  return { head, facts: [...before.facts, ...facts], threadId: thread.id, event: withOrder(event, [1]) }
}
