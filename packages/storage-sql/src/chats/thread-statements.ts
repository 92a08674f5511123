import { type Kysely, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'
import { eventSelection, selectEvents, selectThreadUsers, threadSelection } from './chat-selections.js'
import { isRichMessageForAll } from './rich-messages.js'

type ThreadsParams = { chat_id: string; ids: readonly string[] }
type ThreadParams = { chat_id: string; thread_order: number }
type PropertiesParams = { chat_id: string; thread_id: string }
type EventsParams = ThreadParams & { after: number; until: number }
type ThreadListParams = { chat_id: string; before: number; offset: number; limit: number }
type OrdersParams = { chat_id: string; before: number; limit: number }

export function threadStatements(dialect: SqlDialect) {
  return { ...wholeThreads(dialect), ...threadLists(dialect) }
}

function wholeThreads(dialect: SqlDialect) {
  return {
    measureThreads: statement<ThreadsParams>(dialect, 'chats.measureThreads', (db, param) =>
      db
        .selectFrom('threads')
        .innerJoin('chats', 'chats.id', 'threads.chat_id')
        .select(threadSelection)
        .select([isActive.as('is_active'), isShort.as('is_short'), threadEventBytes.as('event_bytes')])
        .select((thread) => [selectThreadUsers(dialect)(thread), selectEvents(dialect, isShort)(thread)])
        .where('threads.chat_id', '=', param('chat_id'))
        .where((thread) => dialect.isOneOf(thread.ref('threads.id'), param('ids')))
        .orderBy('threads.thread_order'),
    ),
    getThreadProperties: statement<PropertiesParams>(dialect, 'chats.getThreadProperties', (db, param) =>
      db
        .selectFrom('threads')
        .select('properties')
        .where('chat_id', '=', param('chat_id'))
        .where('id', '=', param('thread_id')),
    ),
    lastEventOrder: statement<ThreadParams>(dialect, 'chats.lastEventOrder', (db, param) =>
      db
        .selectFrom('events')
        .select((event) => event.fn.max('event_order').as('last_order'))
        .where('chat_id', '=', param('chat_id'))
        .where('thread_order', '=', param('thread_order')),
    ),
    listEvents: statement<EventsParams>(dialect, 'chats.listEvents', (db, param) =>
      db
        .selectFrom('events')
        .select(eventSelection)
        .where('chat_id', '=', param('chat_id'))
        .where('thread_order', '=', param('thread_order'))
        .where('event_order', '>', param('after'))
        .where('event_order', '<=', param('until'))
        .orderBy('event_order'),
    ),
  }
}

function threadLists(dialect: SqlDialect) {
  return {
    listThreadSummaries: statement<ThreadListParams>(dialect, 'chats.listThreadSummaries', (db, param) =>
      db
        .selectFrom(countOfThreads(db, param).as('counted'))
        .leftJoin(pageOfThreads(db, param).as('page'), (join) => join.onTrue())
        .select(['counted.total', 'page.id', 'page.thread_order'])
        .select([
          eventCount.as('event_count'),
          agentsOnlyEventCount.as('agents_only_event_count'),
          richMessageCount.as('rich_message_count'),
        ])
        .orderBy('page.thread_order', 'desc'),
    ),
    countThreadUsers: statement<{ id: string }>(dialect, 'chats.countThreadUsers', (db, param) =>
      db
        .selectFrom('thread_users')
        .innerJoin('chats', (join) =>
          join
            .onRef('chats.id', '=', 'thread_users.chat_id')
            .onRef('chats.thread_order', '=', 'thread_users.thread_order'),
        )
        .where('thread_users.chat_id', '=', param('id'))
        .select((user) => user.fn.countAll<number>().as('total')),
    ),
    listThreadOrders: statement<OrdersParams>(dialect, 'chats.listThreadOrders', (db, param) =>
      db
        .selectFrom('threads')
        .where('chat_id', '=', param('chat_id'))
        .where('thread_order', '<', param('before'))
        .select(['id', 'thread_order'])
        .orderBy('thread_order', 'desc')
        .limit(rowCount(param('limit'))),
    ),
  }
}

function countOfThreads(db: Kysely<Tables>, param: Param<ThreadListParams>) {
  return db
    .selectFrom('threads')
    .where('chat_id', '=', param('chat_id'))
    .select((thread) => thread.fn.countAll<number>().as('total'))
}

function pageOfThreads(db: Kysely<Tables>, param: Param<ThreadListParams>) {
  return db
    .selectFrom('threads')
    .where('chat_id', '=', param('chat_id'))
    .where('thread_order', '<', param('before'))
    .select(['chat_id', 'id', 'thread_order'])
    .orderBy('thread_order', 'desc')
    .limit(rowCount(param('limit')))
    .offset(rowCount(param('offset')))
}

const isActive = sql<boolean>`(chats.thread_is_active and chats.thread_order = threads.thread_order)`

const threadEventBytes = sql<number>`case when chats.thread_order = threads.thread_order
  then chats.event_bytes else threads.event_bytes end`

/** Condition that a thread is so short that its events are returned with it. */
const isShort = sql<SqlBool>`(${threadEventBytes} <= 16384)`
/** Number of events. Orders have no gaps, so this is the last one. */
const eventCount = sql<number>`(select coalesce(max(event_order), 0) from events
  where events.chat_id = page.chat_id and events.thread_order = page.thread_order)`

const agentsOnlyEventCount = sql<number>`(select count(*) from events
  where events.chat_id = page.chat_id and events.thread_order = page.thread_order and recipients = 'agents')`

const richMessageCount = sql<number>`(select count(*) from events
  where events.chat_id = page.chat_id and events.thread_order = page.thread_order and ${isRichMessageForAll})`
