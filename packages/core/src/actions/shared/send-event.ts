import { bytesForThread } from '../../domain/event-bytes.js'
import { type RequestedEvent, toNewEvent } from '../../domain/events.js'
import { type Push, toChat } from '../../domain/push.js'
import { invalid } from '../../errors.js'
import type { StorageTransaction } from '../../ports/storage.js'
import type { ChatHead, NewEvents } from '../../ports/stores/chats.js'
import type { ChatEvent, NewEvent } from '../../ports/stores/events.js'
import type { Outcome } from '../../writes/outcome.js'
import { type ChatContext, requireChat } from './access.js'
import { archiveThread, openThread, withOrder } from './threads.js'

/** Shapes the answer for the caller's API. */
type Show<Response> = (threadId: string, event: ChatEvent) => Response

/** One event on its way into a chat. */
interface Sent<Response> {
  readonly chatId: string
  readonly event: NewEvent
  readonly added: NewEvents
  readonly show: Show<Response>
}

/**
 * `send_event` of both APIs: to the active thread, or to a new one when none is active (decisions §6.1), or the active
 * one is full (§16.1). An annotation goes to the last thread in any case.
 */
export async function sendEvent<Response>(
  context: ChatContext,
  request: { readonly chat_id: string; readonly event: RequestedEvent },
  show: Show<Response>,
): Promise<Response> {
  const path = 'payload.event'
  const event = toNewEvent(request.event, authorship(context, path), context.eventRules)
  const bounds = context.eventRules.threadBounds
  const events = [event]
  const bytes = bytesForThread(events, bounds, path)
  const added = { events, bytes, bounds, postponesTimeouts: !isAnnotation(event) }
  const appended = await context.append(request.chat_id, {
    decide(found) {
      const head = requireChat(context, found)
      return needsThread(head, event) ? undefined : { head, added }
    },
    outcome: (head, orders) => eventOutcome(head, withOrder(event, orders), show),
  })
  return appended ?? sendInTransaction(context, { chatId: request.chat_id, event, added, show })
}

export function authorship(context: ChatContext, path: string) {
  const { principal, now } = context
  return { id: context.newId(), authorId: principal.id, authorKind: principal.kind, createdAt: now, path }
}

function isAnnotation(event: NewEvent): boolean {
  return event.content.type === 'annotation'
}

function needsThread(head: ChatHead, event: NewEvent): boolean {
  return !head.thread.isActive && !isAnnotation(event)
}

function eventOutcome<Response>(head: ChatHead, event: ChatEvent, show: Show<Response>): Outcome<Response> {
  const threadId = head.thread.id
  const push = toChat(head, { name: 'incoming_event', chatId: head.id, threadId, event })
  return { response: show(threadId, event), pushes: [push] }
}

function sendInTransaction<Response>(
  context: ChatContext,
  { chatId, event, added, show }: Sent<Response>,
): Promise<Response> {
  const start = async (tx: StorageTransaction, before: readonly Push[]): Promise<Outcome<Response>> => {
    const { threadId, push, head } = await openThread(context, tx, chatId, added)
    return { response: show(threadId, withOrder(event, [1])), pushes: [...before, push], head }
  }
  return context.transact(chatId, async (tx) => {
    const head = requireChat(context, await tx.chats.lock(chatId))
    if (needsThread(head, event)) return start(tx, [])
    const orders = await tx.chats.append(chatId, added)
    if (orders !== 'full') return eventOutcome(head, withOrder(event, orders), show)
    if (isAnnotation(event)) throw invalid('payload.event is an annotation, and the thread is full')
    const ended = await archiveThread(context, tx, head, { text: 'The thread is full', userId: null })
    return start(tx, ended.pushes)
  })
}
