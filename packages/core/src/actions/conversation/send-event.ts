import { type RequestedEvent, toNewEvent } from '../../domain/events.js'
import { toChat } from '../../domain/push.js'
import { invalid } from '../../errors.js'
import type { StorageTransaction } from '../../ports/storage.js'
import type { ChatHead, NewThread, ThreadWithEvents } from '../../ports/stores/chats.js'
import type { ChatEvent, NewEvent } from '../../ports/stores/events.js'
import type { Outcome } from '../../writes/outcome.js'
import { type ChatContext, requireChat, unknownChat } from './access.js'

/** Shapes the answer for the caller's API. */
type Show<Response> = (threadId: string, event: ChatEvent) => Response

/**
 * `send_event` of both APIs: to the active thread, or to a new one when none is active. An annotation goes to
 * the last thread in either case (decisions §6.1).
 */
export async function sendEvent<Response>(
  context: ChatContext,
  request: { readonly chat_id: string; readonly event: RequestedEvent },
  show: Show<Response>,
): Promise<Response> {
  const event = toNewEvent(request.event, authorship(context, 'payload.event'), context.eventRules)
  const appended = await context.append(request.chat_id, {
    decide(found) {
      const head = requireChat(context, found)
      return needsThread(head, event) ? undefined : { head, ...appendOf(event) }
    },
    outcome: (head, orders) => eventOutcome(head, withOrder(event, orders), show),
  })
  return appended ?? openThreadWith(context, request.chat_id, event, show)
}

export function authorship(context: ChatContext, path: string) {
  const { principal, now } = context
  return { id: context.newId(), authorId: principal.id, authorKind: principal.kind, createdAt: now, path }
}

export function withOrder(event: NewEvent, orders: readonly number[]): ChatEvent {
  const [order] = orders
  if (order === undefined) throw new TypeError('The storage answered no order for a stored event')
  return { order, ...event }
}

/** A thread that was just stored, as it can be read back. */
export function openedThread(thread: NewThread, head: ChatHead): ThreadWithEvents {
  return {
    id: thread.id,
    order: head.thread.order,
    isActive: true,
    createdAt: thread.createdAt,
    properties: thread.properties,
    userIds: head.members.map(({ id }) => id),
    events: thread.events.map((event, index) => ({ ...event, order: index + 1 })),
  }
}

function appendOf(event: NewEvent) {
  return { events: [event], postponesTimeouts: event.content.type !== 'annotation' }
}

function needsThread(head: ChatHead, event: NewEvent): boolean {
  return !head.thread.isActive && event.content.type !== 'annotation'
}

function eventOutcome<Response>(head: ChatHead, event: ChatEvent, show: Show<Response>): Outcome<Response> {
  const threadId = head.thread.id
  const push = toChat(head, { name: 'incoming_event', chatId: head.id, threadId, event })
  return { response: show(threadId, event), pushes: [push] }
}

function openThreadWith<Response>(
  context: ChatContext,
  chatId: string,
  event: NewEvent,
  show: Show<Response>,
): Promise<Response> {
  return context.transact(chatId, async (tx) => {
    const head = requireChat(context, await tx.chats.lock(chatId))
    if (needsThread(head, event)) return openThread(context, tx, chatId, event, show)
    const { events, postponesTimeouts } = appendOf(event)
    return eventOutcome(
      head,
      withOrder(event, await tx.chats.append(chatId, events, postponesTimeouts)),
      show,
    )
  })
}

async function openThread<Response>(
  context: ChatContext,
  tx: StorageTransaction,
  chatId: string,
  event: NewEvent,
  show: Show<Response>,
): Promise<Outcome<Response>> {
  const thread = { id: context.newId(), createdAt: context.now, properties: {}, events: [event] }
  const head = await tx.chats.openThread(chatId, thread)
  const chat = await tx.chats.get(chatId)
  if (chat === undefined) throw unknownChat()
  const opened = openedThread(thread, head)
  const push = toChat(head, { name: 'incoming_chat_thread', chat, thread: opened })
  return { response: show(thread.id, withOrder(event, [1])), pushes: [push], head }
}

/** The active thread of a chat, which `thread_id` must name where it is given (decisions §6.9). */
export function requireActiveThread(head: ChatHead, threadId: string | undefined): string {
  if (!head.thread.isActive) throw invalid('payload.chat_id names a chat without an active thread')
  if (threadId !== undefined && threadId !== head.thread.id) {
    throw invalid('payload.thread_id is not the active thread')
  }
  return head.thread.id
}
