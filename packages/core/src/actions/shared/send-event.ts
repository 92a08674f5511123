import type { Outcome } from '../../changes/outcome.js'
import {
  type AppendedEvent,
  appendEvent,
  appended,
  isAnnotation,
  needsThread,
  type OneEvent,
} from '../../chats/append-event.js'
import { withOrder } from '../../chats/stored.js'
import { bytesForThread } from '../../domain/event-bytes.js'
import { type RequestedEvent, toNewEvent } from '../../domain/events.js'
import { invalid } from '../../errors.js'
import type { ChatEvent } from '../../ports/stores/events.js'
import { type ChatContext, requireChat } from './access.js'

/** Shapes the answer for the caller's API. */
type Show<Response> = (threadId: string, event: ChatEvent) => Response

/** `send_event` of both APIs. */
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
  const sent = await context.append(request.chat_id, {
    decide(found) {
      const head = requireChat(context, found)
      return needsThread(head, event) ? undefined : { head, added }
    },
    outcome: (head, orders) => outcomeOf(appended(head, withOrder(event, orders)), show),
  })
  return sent ?? sendInTransaction(context, request.chat_id, { event, added }, show)
}

export function authorship(context: ChatContext, path: string) {
  const { principal, now } = context
  return { id: context.newId(), authorId: principal.id, authorKind: principal.kind, createdAt: now, path }
}

function sendInTransaction<Response>(
  context: ChatContext,
  chatId: string,
  one: OneEvent,
  show: Show<Response>,
): Promise<Response> {
  return context.commit([chatId], async (change) => {
    const before = requireChat(context, await change.tx.chats.lock(chatId))
    const sent = await appendEvent(change, before, one)
    if (sent === 'full') throw invalid('payload.event is an annotation, and the thread is full')
    return outcomeOf(sent, show)
  })
}

function outcomeOf<Response>(
  { head, facts, threadId, event }: AppendedEvent,
  show: Show<Response>,
): Outcome<Response> {
  return { response: show(threadId, event), facts, head }
}
