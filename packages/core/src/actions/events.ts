import type { Outcome } from '../changes/outcome.js'
import { answerRichMessage } from '../chats/answer-rich-message.js'
import {
  type AppendedEvent,
  appendEvent,
  type EventToAppend,
  isAnnotation,
  needsThread,
  toAppendedEvent,
} from '../chats/append-event.js'
import { withOrder } from '../chats/stored.js'
import * as agentContract from '../contract/agent-actions.js'
import * as customerContract from '../contract/customer-actions.js'
import { handle } from '../dispatch/handle.js'
import { bytesForThread } from '../domain/event-bytes.js'
import { type RequestedEvent, toNewEvent } from '../domain/events.js'
import { invalidField } from '../errors.js'
import type { ChatEvent, FileContent, NewEvent } from '../model/event.js'
import type { StorageTransaction } from '../ports/storage.js'
import { agentEventView, customerEventView } from '../views/event.js'
import {
  type ChatContext,
  isUnlistedNonMember,
  requireActiveThread,
  requireChat,
  toNonMember,
} from './access.js'
import { filesNamedBy } from './uploaded-files.js'

const noFiles: readonly FileContent[] = []

/** Builds the response for the caller's API. */
type BuildResponse<Response> = (threadId: string, event: ChatEvent) => Response

/** Implements `send_event` of both APIs. */
export async function sendEvent<Response>(
  context: ChatContext,
  request: { readonly chat_id: string; readonly event: RequestedEvent },
  show: BuildResponse<Response>,
): Promise<Response> {
  const path = 'payload.event'
  const { event: requested } = request
  const [file] = requested.type === 'file' ? await filesNamedBy(context, [requested], () => path) : noFiles
  const event = toNewEvent(requested, authorship(context, path), context.eventRules, file)
  const bounds = context.eventRules.threadBounds
  const events = [event]
  const bytes = bytesForThread(events, bounds, path)
  const added = { events, bytes, bounds, timeoutsFrom: isAnnotation(event) ? null : context.steadyNow }
  const sent = await context.append(request.chat_id, {
    decide(found) {
      const head = requireChat(context, found)
      return needsThread(head, event) || isUnlistedNonMember(context, head) ? undefined : { head, added }
    },
    outcome: (head, orders) => outcomeOf(toAppendedEvent(head, withOrder(event, orders)), show),
  })
  return sent ?? appendInTransaction(context, request.chat_id, { event, added }, { show })
}

/** Returns the fields of a new event that depend on the caller. */
export function authorship(context: ChatContext, path: string) {
  const { principal, now } = context
  return { id: context.newId(), authorId: principal.id, authorKind: principal.kind, createdAt: now, path }
}

interface Sending<Response> {
  readonly show: BuildResponse<Response>
  /** Stores something else in the same transaction. */
  readonly keep?: (tx: StorageTransaction) => Promise<void>
}

/** Sends an event in a transaction, together with something else that has to be stored. */
export function sendInTransaction<Response>(
  context: ChatContext,
  chatId: string,
  event: NewEvent,
  sending: Sending<Response>,
): Promise<Response> {
  const bounds = context.eventRules.threadBounds
  const bytes = bytesForThread([event], bounds, 'payload')
  const added = { events: [event], bytes, bounds, timeoutsFrom: context.steadyNow }
  return appendInTransaction(context, chatId, { event, added }, sending)
}

async function appendInTransaction<Response>(
  context: ChatContext,
  chatId: string,
  one: EventToAppend,
  { show, keep }: Sending<Response>,
): Promise<Response> {
  let namedIn: string | undefined
  const response = await context.commit([chatId], async (change) => {
    const before = requireChat(context, await change.tx.chats.lock(chatId))
    await keep?.(change.tx)
    const nonMember = toNonMember(context, before)
    const sent = requireSent(context, await appendEvent(change, before, Object.assign({ nonMember }, one)))
    namedIn = nonMember === null ? undefined : sent.threadId
    return outcomeOf(sent, show)
  })
  if (namedIn !== undefined) context.threadAuthors.add(namedIn, context.principal.id)
  return response
}

function requireSent(
  { settings }: ChatContext,
  sent: AppendedEvent | 'full' | 'too_many_users',
): AppendedEvent {
  if (sent === 'full')
    throw invalidField(
      { path: 'payload.event', rule: 'limit_reached' },
      'is an annotation, and the thread is full',
    )
  if (sent !== 'too_many_users') return sent
  throw invalidField(
    { path: 'payload.event', rule: 'limit_reached', limit: settings.limits.usersPerThread },
    `would make more than ${settings.limits.usersPerThread} users of the thread`,
  )
}

function outcomeOf<Response>(
  { head, facts, threadId, event }: AppendedEvent,
  show: BuildResponse<Response>,
): Outcome<Response> {
  return { response: show(threadId, event), facts, head }
}

export const agentSendEvent = handle(agentContract.sendEvent, (context, request) =>
  sendEvent(context, request, (threadId, event) => ({
    thread_id: threadId,
    event: agentEventView(event, context.viewer),
  })),
)

export const customerSendEvent = handle(customerContract.sendEvent, (context, request) =>
  sendEvent(context, request, (threadId, event) => ({
    thread_id: threadId,
    event: customerEventView(event, context.viewer),
  })),
)

/** Presses a button of a rich message (decisions §6.20). */
export const sendRichMessagePostback = handle(
  customerContract.sendRichMessagePostback,
  async (context, request) => {
    const { chat_id: chatId, thread_id: threadId, event_id: eventId } = request
    const { id, toggled: isToggled } = request.postback
    const postback = { userId: context.principal.id, id, isToggled }
    context.takeRate('postbacks')
    return context.commit([chatId], async (change) => {
      const before = requireChat(context, await change.tx.chats.lock(chatId))
      requireActiveThread(before, threadId)
      const outcome = await answerRichMessage(change, before, { eventId, postback })
      if (outcome === 'unknown_event')
        throw invalidField(
          { path: 'payload.event_id', rule: 'not_found' },
          'does not match any rich message of the thread',
        )
      if (outcome === 'unknown_postback')
        throw invalidField(
          { path: 'payload.postback.id', rule: 'not_found' },
          'does not match any button of the event',
        )
      return { response: {}, ...outcome }
    })
  },
)
