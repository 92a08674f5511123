import type { Static } from 'typebox'
import type {
  agentChatSummary,
  agentChatSummaryV03,
  customerChatSummary,
  customerChatSummaryV03,
} from '../contract/objects/chat.js'
import type { ChatSummary, LastEvent } from '../model/chat.js'
import { scopesView } from './chat.js'
import { agentEventView, customerEventView, isShown } from './event.js'
import { propertiesView } from './properties.js'
import { agentApiUserView, customerApiUserView } from './user.js'
import { type AgentViewer, type CustomerViewer, toSeconds, type Viewer } from './viewer.js'

export function customerChatSummaryView(
  chat: ChatSummary,
  viewer: CustomerViewer,
): Static<typeof customerChatSummary> {
  const last = newestPerType(chat.lastEvents, viewer)
  const last_event_per_type = perType(last, (event) => customerEventView(event, viewer))
  return Object.assign(customerHeadView(chat, viewer), { last_event_per_type }, sequenceView(chat, viewer))
}

/** Returns the summary in the form of v0.3 (spec chat.md "Versioning"). */
export function customerChatSummaryV03View(
  chat: ChatSummary,
  viewer: CustomerViewer,
): Static<typeof customerChatSummaryV03> {
  const { id: thread_id } = chat.lastThread
  const ofLastThread = newestPerType(chat.lastEvents, viewer).filter(({ threadId }) => threadId === thread_id)
  const events = ofLastThread.map(
    ({ event }) => [event.content.type, customerEventView(event, viewer)] as const,
  )
  const last_event_per_type = { thread_id, events: Object.fromEntries(events) }
  return Object.assign(customerHeadView(chat, viewer), { last_event_per_type })
}

function customerHeadView(chat: ChatSummary, viewer: CustomerViewer) {
  return {
    id: chat.head.id,
    order: chat.lastSharedActivityAt,
    users: chat.users.map(customerApiUserView),
    ...propertiesView(chat.head.properties, 'chat', viewer),
    scopes: scopesView(chat.head.scopes),
  }
}

export function agentChatSummaryView(
  chat: ChatSummary,
  viewer: AgentViewer,
): Static<typeof agentChatSummary> {
  const last = newestPerType(chat.lastEvents, viewer)
  const last_event_per_type = perType(last, (event) => agentEventView(event, viewer))
  const last_thread_summary = lastThreadView(chat, viewer)
  const shown = { last_event_per_type, last_thread_summary }
  return Object.assign(agentHeadView(chat, viewer), shown, sequenceView(chat, viewer))
}

/** Returns the summary in the form of v0.3 (spec chat.md "Versioning"). */
export function agentChatSummaryV03View(
  chat: ChatSummary,
  viewer: AgentViewer,
): Static<typeof agentChatSummaryV03> {
  const last_event_per_type = newestPerType(chat.lastEvents, viewer).map(({ threadId, event }) => ({
    thread_id: threadId,
    event: agentEventView(event, viewer),
  }))
  const last_thread_summary = Object.assign(lastThreadView(chat, viewer), { last_event_per_type })
  return Object.assign(agentHeadView(chat, viewer), { last_thread_summary })
}

function agentHeadView(chat: ChatSummary, viewer: AgentViewer) {
  return {
    id: chat.head.id,
    users: chat.users.map((user) => agentApiUserView(user, viewer)),
    ...propertiesView(chat.head.properties, 'chat', viewer),
    scopes: scopesView(chat.head.scopes),
  }
}

/** Returns the sequence of the chat for connections that asked for it at login; otherwise nothing. */
function sequenceView({ sequence }: ChatSummary, { showsSequence }: Viewer) {
  return showsSequence === true ? { sequence } : {}
}

function lastThreadView({ lastThread }: ChatSummary, viewer: AgentViewer) {
  return {
    id: lastThread.id,
    timestamp: toSeconds(lastThread.createdAt),
    user_ids: [...lastThread.userIds],
    order: lastThread.order,
    ...propertiesView(lastThread.properties, 'thread', viewer),
  }
}

/**
 * Returns the newest event of each type that the viewer may see, newest first. The storage keeps one for each type and
 * `recipients`.
 */
function newestPerType(lastEvents: readonly LastEvent[], viewer: Viewer): readonly LastEvent[] {
  const newest = new Map<string, LastEvent>()
  for (const last of lastEvents) {
    if (!isShown(last.event, viewer)) continue
    const other = newest.get(last.event.content.type)
    if (other === undefined || isNewer(last, other)) newest.set(last.event.content.type, last)
  }
  return [...newest.values()].sort((one, other) => (isNewer(one, other) ? -1 : 1))
}

function isNewer(one: LastEvent, other: LastEvent): boolean {
  if (one.threadOrder !== other.threadOrder) return one.threadOrder > other.threadOrder
  return one.event.order > other.event.order
}

function perType<E>(last: readonly LastEvent[], view: (event: LastEvent['event']) => E) {
  const entries = last.map(({ threadId, threadOrder, event }) => {
    return [
      event.content.type,
      { thread_id: threadId, thread_order: threadOrder, event: view(event) },
    ] as const
  })
  return Object.fromEntries(entries)
}
