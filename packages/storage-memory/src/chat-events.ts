import type { AppendCommand, AppendResult, ChatSequence, NewEvent, NewEvents } from '@parley/core/storage'
import { eventKey, getChat, getLastThread, threadKey } from './chat-rows.js'
import { addDeliveries } from './outbox.js'
import { isRichMessageForAll } from './rich-messages.js'
import type { ChatRow, ThreadRow } from './rows.js'
import type { Tables } from './tables.js'

/** Carries out one command of the send path. */
export function appendCommand(tables: Tables, command: AppendCommand): AppendResult {
  const { chatId, revision, at, deliveries } = command
  const head = tables.chats.get(chatId)?.head
  if (head?.revision !== revision) return { status: 'stale', head }
  const orders = append(tables, chatId, command)
  if (orders === 'full') return { status: 'full' }
  const taken = takeSequence(tables, chatId, at)
  for (const order of orders) {
    tables.appended.insert(eventKey(chatId, head.thread.order, order), { sequence: taken.sequence })
  }
  addDeliveries(tables, deliveries, { sequences: new Map([[chatId, taken.sequence]]), orders })
  return { status: 'stored', orders, taken }
}

/** Appends events to the last thread. Returns their orders, or `full` when they exceed the limits of the thread. */
export function append(tables: Tables, chatId: string, added: NewEvents): readonly number[] | 'full' {
  const chat = getChat(tables, chatId)
  const thread = getLastThread(tables, chat.head)
  if (!fits(thread, added)) return 'full'
  const orders = added.events.map((event, index) =>
    putEvent(tables, chat, thread.eventCount + index + 1, event),
  )
  advance(tables, chat, thread, added)
  return orders
}

/** Takes the next sequence of a chat. */
export function takeSequence(tables: Tables, chatId: string, at: number): ChatSequence {
  const before = getChat(tables, chatId)
  const sequence = before.sequence + 1
  tables.chats.patch(chatId, { sequence, sequenceAt: at })
  return { sequence, previousAt: before.sequenceAt }
}

function fits({ eventCount, bytes }: ThreadRow, { events, bytes: addedBytes, bounds }: NewEvents): boolean {
  if (events.length === 0 || bounds === null) return true
  return eventCount + events.length <= bounds.eventCount && bytes + addedBytes <= bounds.eventBytes
}

function putEvent({ events }: Tables, { head }: ChatRow, order: number, event: NewEvent): number {
  events.insert(eventKey(head.id, head.thread.order, order), Object.assign({ order }, event))
  return order
}

function advance(
  tables: Tables,
  chat: ChatRow,
  thread: ThreadRow,
  { events, bytes, timeoutsFrom }: NewEvents,
) {
  const chatId = chat.head.id
  const threadOrder = chat.head.thread.order
  const newestAt = events.at(-1)?.createdAt
  const lastEvents = new Map(chat.lastEvents)
  for (const [index, { content, recipients }] of events.entries()) {
    lastEvents.set(`${content.type} ${recipients}`, { threadOrder, order: thread.eventCount + index + 1 })
  }
  const newestSharedAt = events.findLast(({ recipients }) => recipients === 'all')?.createdAt
  tables.chats.patch(chatId, {
    lastEvents,
    lastActivityAt: newestAt ?? chat.lastActivityAt,
    lastSharedActivityAt: newestSharedAt ?? chat.lastSharedActivityAt,
  })
  const agentsOnly = events.filter(({ recipients }) => recipients === 'agents')
  tables.threads.patch(threadKey(chatId, threadOrder), {
    eventCount: thread.eventCount + events.length,
    agentsOnlyEventCount: thread.agentsOnlyEventCount + agentsOnly.length,
    richMessageCount: thread.richMessageCount + events.filter(isRichMessageForAll).length,
    bytes: thread.bytes + bytes,
    timeoutsFrom: timeoutsFrom ?? thread.timeoutsFrom,
  })
}
