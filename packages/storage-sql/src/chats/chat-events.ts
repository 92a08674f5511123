import type { NewEvent, NewEvents } from '@parley/core/storage'
import { sql } from 'kysely'
import { integer } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { insertMostlyOne, insertRow, runInsert } from '../sql/insert-row.js'
import { type Param, statement } from '../sql/statement.js'
import { type ActivityParams, moveActivity, newestAt, newestSharedAt } from './chat-activity.js'
import { headSelection } from './chat-selections.js'

/** Columns of `events`. */
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
  sequence: 'integer',
} as const

/** A row of `events`. */
export type EventRow = {
  readonly chat_id: string
  readonly thread_order: number
  readonly event_order: number
  readonly id: string
  readonly author_id: string | null
  readonly type: string
  readonly recipients: string
  readonly created_at: number
  readonly custom_id: string | null
  /** Properties, as JSON. */
  readonly properties: string
  /** Content, as JSON. */
  readonly content: string
  /** Sequence of the command that appended the event. `null` when a transaction appended it. */
  readonly sequence: number | null
}
type LastEventsParams = { id: string; last_events: string }
/** Parameters of a statement that advances a chat by new events. */
export type AdvanceParams = ActivityParams & {
  id: string
  count: number
  bytes: number
  timeouts_from: number | null
}
type BoundedParams = AdvanceParams & ThreadLimits
type AdvanceOneParams = AdvanceParams & LastEventsParams & { sequence: number; sequence_at: number }

/** Returns how appending these events changes the row of the chat. `null` leaves a value unchanged. */
export function advanceParams(chatId: string, { events, bytes, timeoutsFrom }: NewEvents): AdvanceParams {
  const lastActivityAt = newestAt(events)
  return {
    id: chatId,
    count: events.length,
    bytes,
    last_activity_at: lastActivityAt,
    last_shared_activity_at: newestSharedAt(events),
    timeouts_from: timeoutsFrom,
  }
}

/** Limits that a thread must not exceed before the events are added. Without events there is no limit. */
export type ThreadLimits = {
  readonly max_event_order: number
  readonly max_event_bytes: number
}

/** Returns the limits before the events are added. */
export function limitsBefore({ events, bytes, bounds }: NewEvents): ThreadLimits {
  const { eventCount, eventBytes } = events.length === 0 ? unbounded : (bounds ?? unbounded)
  return { max_event_order: eventCount - events.length, max_event_bytes: eventBytes - bytes }
}

const unbounded = { eventCount: Number.MAX_SAFE_INTEGER, eventBytes: Number.MAX_SAFE_INTEGER }

const insertion = { name: 'events.insert', table: 'events', columns: eventColumns } as const

export function eventStatements(dialect: SqlDialect) {
  return {
    advance: statement<BoundedParams>(dialect, 'events.advance', (db, param) =>
      db
        .updateTable('chats')
        .set(advance(param))
        .where('id', '=', param('id'))
        .where('event_order', '<=', param('max_event_order'))
        .where('event_bytes', '<=', param('max_event_bytes'))
        .returning(['thread_order', 'event_order']),
    ),
    insert: insertMostlyOne(dialect, insertion),
    putLast: statement<LastEventsParams>(dialect, 'events.putLast', (db, param) =>
      db.updateTable('chats').set(pointAtLast(dialect, param)).where('id', '=', param('id')),
    ),
  }
}

function pointAtLast(dialect: SqlDialect, param: Param<LastEventsParams>) {
  return { last_events: dialect.mergeJson(sql.ref('last_events'), param('last_events')) }
}

/** Returns JSON for `last_events` of a chat that points at these events. Later ones are newer. */
export function lastEvents(
  events: readonly Pick<EventRow, 'type' | 'recipients' | 'thread_order' | 'event_order'>[],
): string {
  const positions: Record<string, Pick<EventRow, 'thread_order' | 'event_order'>> = {}
  for (const { type, recipients, thread_order, event_order } of events) {
    positions[`${type} ${recipients}`] = { thread_order, event_order }
  }
  return JSON.stringify(positions)
}

function advance(param: Param<AdvanceParams>) {
  return {
    event_order: sql<number>`event_order + ${param('count')}`,
    event_bytes: sql<number>`event_bytes + ${param('bytes')}`,
    timeouts_from: sql<number>`coalesce(${param('timeouts_from')}, timeouts_from)`,
    ...moveActivity(param),
  }
}

/**
 * Statements for one command with one event, for a database in the same process. There a read and a write are faster
 * than an update that returns a row, and three small statements are faster than encoding JSON. They require that there
 * is no other writer.
 */
export function singleEventStatements(dialect: SqlDialect) {
  return {
    position: statement<{ id: string }>(dialect, 'events.position', (db, param) =>
      db
        .selectFrom('chats')
        .select(['revision', 'thread_order', 'event_order', 'event_bytes', 'sequence', 'sequence_at'])
        .where('id', '=', param('id')),
    ),
    advanceOne: statement<AdvanceOneParams>(dialect, 'events.advanceOne', (db, param) =>
      db
        .updateTable('chats')
        .set({
          ...advance(param),
          ...pointAtLast(dialect, param),
          sequence: param('sequence'),
          sequence_at: param('sequence_at'),
        })
        .where('id', '=', param('id')),
    ),
    head: statement<{ id: string }>(dialect, 'events.head', (db, param) =>
      db.selectFrom('chats').select(headSelection).where('id', '=', param('id')),
    ),
    insertOne: insertRow(dialect, { ...insertion, name: 'events.insertOne' }),
  }
}

export type EventStatements = ReturnType<typeof eventStatements>

/** Stores events at known positions. The row of their chat already points at them. */
export async function insertEvents(
  db: SqlExecutor,
  statements: EventStatements,
  rows: readonly EventRow[],
): Promise<void> {
  await runInsert(db, statements.insert, rows)
}

/** Stores events of one chat at known positions. They must be newer than all its other events. */
export async function insertLastEvents(
  db: SqlExecutor,
  statements: EventStatements,
  chatId: string,
  rows: readonly EventRow[],
): Promise<void> {
  if (rows.length === 0) return
  await insertEvents(db, statements, rows)
  await db.run(statements.putLast, { id: chatId, last_events: lastEvents(rows) })
}

/**
 * Appends events to the last thread of a chat that this transaction has locked. Returns their orders, or `full` when
 * the thread's limits do not allow them.
 */
export async function appendEvents(
  db: SqlExecutor,
  statements: EventStatements,
  chatId: string,
  added: NewEvents,
): Promise<readonly number[] | 'full'> {
  const { events } = added
  if (events.length === 0) return []
  const params = { ...advanceParams(chatId, added), ...limitsBefore(added) }
  const row = await first(db, statements.advance, params)
  if (row === undefined) return 'full'
  const threadOrder = integer(row, 'thread_order')
  const firstOrder = integer(row, 'event_order') - events.length + 1
  const rows = eventRows(chatId, threadOrder, firstOrder, events)
  await insertLastEvents(db, statements, chatId, rows)
  return rows.map((event) => event.event_order)
}

/** Returns the rows of events at consecutive orders. */
export function eventRows(
  chatId: string,
  threadOrder: number,
  firstOrder: number,
  events: readonly NewEvent[],
  sequence: number | null = null,
): readonly EventRow[] {
  return events.map((event, index) => eventRow(chatId, threadOrder, firstOrder + index, event, sequence))
}

// The fields are listed one by one, because spreading objects here would cost as much as a statement.
function eventRow(
  chat_id: string,
  thread_order: number,
  event_order: number,
  event: NewEvent,
  sequence: number | null,
): EventRow {
  return {
    chat_id,
    thread_order,
    event_order,
    id: event.id,
    author_id: event.authorId,
    type: event.content.type,
    recipients: event.recipients,
    created_at: event.createdAt,
    custom_id: event.customId,
    properties: JSON.stringify(event.properties),
    content: JSON.stringify(event.content),
    sequence,
  }
}
