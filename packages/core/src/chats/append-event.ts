import { type Fact, factChat } from '../facts/fact.js'
import type { ChatHead, NewEvents } from '../ports/stores/chats.js'
import type { ChatEvent, NewEvent } from '../ports/stores/events.js'
import type { ChangedChat, ChatChange } from './chat-change.js'
import { closeThread } from './close-thread.js'
import { openThread } from './open-thread.js'
import { withOrder } from './stored.js'

export interface AppendedEvent extends ChangedChat {
  readonly threadId: string
  readonly event: ChatEvent
}

/** One event, with what it takes to append it. */
export interface OneEvent {
  readonly event: NewEvent
  readonly added: NewEvents
}

/**
 * To the last thread, or to a new one when none is active (decisions §6.1), or the active one is full (§16.1): then that
 * one ends first. An annotation goes to the last thread in any case; `full`, with nothing stored, where it has no room.
 */
export async function appendEvent(
  change: ChatChange,
  head: ChatHead,
  { event, added }: OneEvent,
): Promise<AppendedEvent | 'full'> {
  if (needsThread(head, event)) return beginWith(change, head.id, { event, added }, [])
  const orders = await change.tx.chats.append(head.id, added)
  if (orders !== 'full') return appended(head, withOrder(event, orders))
  if (isAnnotation(event)) return 'full'
  const ended = await closeThread(change, head, { text: 'The thread is full', userId: null })
  return beginWith(change, head.id, { event, added }, ended.facts)
}

/** Of an event that was stored in the last thread of the chat. */
export function appended(head: ChatHead, event: ChatEvent): AppendedEvent {
  const threadId = head.thread.id
  return { head, facts: [{ name: 'incoming_event', chat: factChat(head), threadId, event }], threadId, event }
}

export function needsThread(head: ChatHead, event: NewEvent): boolean {
  return !head.thread.isActive && !isAnnotation(event)
}

export function isAnnotation(event: NewEvent): boolean {
  return event.content.type === 'annotation'
}

async function beginWith(
  change: ChatChange,
  chatId: string,
  { event, added }: OneEvent,
  before: readonly Fact[],
): Promise<AppendedEvent> {
  const { head, facts, thread } = await openThread(change, chatId, added)
  return { head, facts: [...before, ...facts], threadId: thread.id, event: withOrder(event, [1]) }
}
