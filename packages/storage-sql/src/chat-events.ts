import type { NewEvent } from '@parley/core'
import { sql } from 'kysely'
import { headSelection } from './chat-selections.js'
import { integer } from './columns.js'
import type { SqlDialect } from './dialect.js'
import { first, type SqlExecutor } from './executor.js'
import { encodeRows, insertRows, type RowOf, type RowsParams } from './insert-rows.js'
import { type Param, statement } from './statement.js'

export const eventColumns = {
  chat_id: 'text',
  thread_order: 'integer',
  event_order: 'integer',
  id: 'text',
  author_id: 'text',
  type: 'text',
  recipients: 'text',
  created_at: 'integer',
  custom_id: 'text',
  properties: 'text',
  content: 'text',
} as const

const lastEventColumns = {
  chat_id: 'text',
  type: 'text',
  recipients: 'text',
  thread_order: 'integer',
  event_order: 'integer',
} as const

/** What an event holds besides its place. */
export function encodeEvent(event: NewEvent) {
  return {
    id: event.id,
    author_id: event.authorId,
    type: event.content.type,
    recipients: event.recipients,
    created_at: event.createdAt,
    custom_id: event.customId,
    properties: JSON.stringify(event.properties),
    content: JSON.stringify(event.content),
  }
}

export type EventPlace = { chat_id: string; thread_order: number; event_order: number }
export type EventRow = EventPlace & ReturnType<typeof encodeEvent>
export type AdvanceParams = {
  id: string
  count: number
  last_activity_at: number | null
  timeouts_from: number | null
}

/** What appending those events makes of the chat's row; `null` leaves a value as it is. */
export function advanceParams(
  chatId: string,
  events: readonly NewEvent[],
  postponesTimeouts: boolean,
): AdvanceParams {
  const lastActivityAt = events.at(-1)?.createdAt ?? null
  return {
    id: chatId,
    count: events.length,
    last_activity_at: lastActivityAt,
    timeouts_from: postponesTimeouts ? lastActivityAt : null,
  }
}

export function eventStatements(dialect: SqlDialect) {
  return {
    advance: statement<AdvanceParams>(dialect, 'events.advance', (db, param) =>
      db
        .updateTable('chats')
        .set(advance(param))
        .where('id', '=', param('id'))
        .returning(['thread_order', 'event_order']),
    ),
    insertMany: statement<RowsParams>(dialect, 'events.insertMany', (_, param) =>
      insertRows(dialect, 'events', eventColumns, param),
    ),
    putLast: statement<RowsParams>(dialect, 'events.putLast', (_, param) =>
      insertRows(dialect, 'chat_last_events', lastEventColumns, param, { ending: replaceLast }),
    ),
  }
}

export const replaceLast = sql`on conflict (chat_id, type, recipients)
  do update set thread_order = excluded.thread_order, event_order = excluded.event_order`

function advance(param: Param<AdvanceParams>) {
  return {
    event_order: sql<number>`event_order + ${param('count')}`,
    last_activity_at: sql<number>`coalesce(${param('last_activity_at')}, last_activity_at)`,
    timeouts_from: sql<number>`coalesce(${param('timeouts_from')}, timeouts_from)`,
  }
}

/**
 * The small statements of one command with one event, for a database in this process: there a read and a write
 * cost less than an update that returns a row, and four statements less than JSON around one. They presume that
 * nobody else writes in between.
 */
export function singleEventStatements(dialect: SqlDialect) {
  return {
    position: statement<{ id: string }>(dialect, 'events.position', (db, param) =>
      db
        .selectFrom('chats')
        .select(['revision', 'thread_order', 'event_order'])
        .where('id', '=', param('id')),
    ),
    advanceOne: statement<AdvanceParams>(dialect, 'events.advanceOne', (db, param) =>
      db.updateTable('chats').set(advance(param)).where('id', '=', param('id')),
    ),
    head: statement<{ id: string }>(dialect, 'events.head', (db, param) =>
      db.selectFrom('chats').select(headSelection).where('id', '=', param('id')),
    ),
    insertOne: statement<EventRow>(dialect, 'events.insertOne', (db, param) =>
      db.insertInto('events').values({
        chat_id: param('chat_id'),
        thread_order: param('thread_order'),
        event_order: param('event_order'),
        id: param('id'),
        author_id: param('author_id'),
        type: param('type'),
        recipients: param('recipients'),
        created_at: param('created_at'),
        custom_id: param('custom_id'),
        properties: param('properties'),
        content: param('content'),
      }),
    ),
    putLastOne: statement<RowOf<typeof lastEventColumns>>(dialect, 'events.putLastOne', (db, param) =>
      db
        .insertInto('chat_last_events')
        .values({
          chat_id: sql`${param('chat_id')}`,
          type: sql`${param('type')}`,
          recipients: sql`${param('recipients')}`,
          thread_order: sql`${param('thread_order')}`,
          event_order: sql`${param('event_order')}`,
        })
        .modifyEnd(replaceLast),
    ),
  }
}

export type EventStatements = ReturnType<typeof eventStatements>

/** Stores events whose place is known. */
export async function insertEvents(
  db: SqlExecutor,
  statements: EventStatements,
  rows: readonly EventRow[],
): Promise<void> {
  if (rows.length === 0) return
  await db.run(statements.insertMany, encodeRows<typeof eventColumns>(rows))
  const newest = new Map(rows.map((row) => [`${row.type} ${row.recipients}`, row]))
  const lastRows = [...newest.values()].map(({ chat_id, type, recipients, thread_order, event_order }) => {
    return { chat_id, type, recipients, thread_order, event_order }
  })
  await db.run(statements.putLast, encodeRows<typeof lastEventColumns>(lastRows))
}

/** Appends to the last thread of a chat that this transaction has locked; the orders. */
export async function appendEvents(
  db: SqlExecutor,
  statements: EventStatements,
  chatId: string,
  events: readonly NewEvent[],
  postponesTimeouts: boolean,
): Promise<readonly number[]> {
  if (events.length === 0) return []
  const row = await first(db, statements.advance, advanceParams(chatId, events, postponesTimeouts))
  if (row === undefined) throw new TypeError(`there is no chat ${chatId}`)
  const threadOrder = integer(row, 'thread_order')
  const firstOrder = integer(row, 'event_order') - events.length + 1
  const rows = placeEvents(chatId, threadOrder, firstOrder, events)
  await insertEvents(db, statements, rows)
  return rows.map((event) => event.event_order)
}

export function placeEvents(
  chatId: string,
  threadOrder: number,
  firstOrder: number,
  events: readonly NewEvent[],
): readonly EventRow[] {
  return events.map((event, index) => ({
    ...encodeEvent(event),
    chat_id: chatId,
    thread_order: threadOrder,
    event_order: firstOrder + index,
  }))
}
