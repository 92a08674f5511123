import { type Kysely, type SqlBool, sql } from 'kysely'
import { countOfUser, listOfCustomer, listsOfAgent } from './chat-lists.js'
import {
  chatSelection,
  headSelection,
  selectEvents,
  selectThreadUsers,
  selectUsers,
  threadSelection,
} from './chat-selections.js'
import type { SqlDialect } from './dialect.js'
import { type Param, statement } from './statement.js'
import type { Tables } from './tables.js'

type ThreadListParams = { chat_id: string; before: number; offset: number; limit: number }
export function chatReadStatements(dialect: SqlDialect) {
  return {
    ...oneChat(dialect),
    ...listsOfCustomer(dialect),
    ...threads(dialect),
    listOfAgent: listsOfAgent(dialect),
    hasMoreChats: statement<{ user_id: string; count: number }>(dialect, 'chats.hasMoreChats', (db, param) =>
      db
        .selectFrom('chat_users')
        .where('user_id', '=', param('user_id'))
        .where(sql<SqlBool>`is_present`)
        .select('chat_id')
        .limit(1)
        .offset(param('count')),
    ),
  }
}

function oneChat(dialect: SqlDialect) {
  return {
    head: statement<{ id: string }>(dialect, 'chats.head', (db, param) =>
      db.selectFrom('chats').select(headSelection).where('id', '=', param('id')),
    ),
    get: statement<{ id: string }>(dialect, 'chats.get', (db, param) =>
      db.selectFrom('chats').select(chatSelection).select(selectUsers(dialect)).where('id', '=', param('id')),
    ),
    timeoutsFrom: statement<{ id: string }>(dialect, 'chats.timeoutsFrom', (db, param) =>
      db.selectFrom('chats').select('timeouts_from').where('id', '=', param('id')),
    ),
  }
}

function listsOfCustomer(dialect: SqlDialect) {
  return {
    listOfCustomer: listOfCustomer(dialect),
    listActiveOfCustomer: statement<{ user_id: string; limit: number }>(
      dialect,
      'chats.listActiveOfCustomer',
      (db, param) =>
        db
          .selectFrom('chats')
          .innerJoin('chat_users', 'chat_users.chat_id', 'chats.id')
          .leftJoin('chat_last_seen', (join) =>
            join
              .onRef('chat_last_seen.chat_id', '=', 'chat_users.chat_id')
              .onRef('chat_last_seen.user_id', '=', 'chat_users.user_id'),
          )
          .where('chat_users.user_id', '=', param('user_id'))
          .where(sql<SqlBool>`chat_users.is_present and chats.thread_is_active`)
          .select(headSelection)
          .select('chat_last_seen.last_seen_at')
          .orderBy('chats.last_activity_at', 'desc')
          .orderBy('chats.id', 'desc')
          .limit(param('limit')),
    ),
    countOfCustomer: statement<{ user_id: string }>(dialect, 'chats.countOfCustomer', countOfUser),
  }
}

function threads(dialect: SqlDialect) {
  return {
    listThreads: statement<{ chat_id: string; ids: readonly string[] }>(
      dialect,
      'chats.listThreads',
      (db, param) =>
        db
          .selectFrom('threads')
          .innerJoin('chats', 'chats.id', 'threads.chat_id')
          .select(threadSelection)
          .select(isActive.as('is_active'))
          .select((thread) => [selectThreadUsers(dialect)(thread), selectEvents(dialect)(thread)])
          .where('threads.chat_id', '=', param('chat_id'))
          .where((thread) => dialect.isOneOf(thread.ref('threads.id'), param('ids')))
          .orderBy('threads.thread_order'),
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
    listThreadSummaries: statement<ThreadListParams>(dialect, 'chats.listThreadSummaries', (db, param) =>
      db
        .selectFrom(countOfThreads(db, param).as('counted'))
        .leftJoin(pageOfThreads(db, param).as('page'), (join) => join.onTrue())
        .select(['counted.total', 'page.id', 'page.thread_order'])
        .select([eventCount.as('event_count'), agentsOnlyEventCount.as('agents_only_event_count')])
        .orderBy('page.thread_order', 'desc'),
    ),
    listThreadOrders: statement<{ chat_id: string }>(dialect, 'chats.listThreadOrders', (db, param) =>
      db
        .selectFrom('threads')
        .where('chat_id', '=', param('chat_id'))
        .select(['id', 'thread_order'])
        .orderBy('thread_order', 'desc'),
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
    .limit(param('limit'))
    .offset(param('offset'))
}

const isActive = sql<boolean>`(chats.thread_is_active and chats.thread_order = threads.thread_order)`

/** Orders have no gaps, so the last one is the count. */
const eventCount = sql<number>`(select coalesce(max(event_order), 0) from events
  where events.chat_id = page.chat_id and events.thread_order = page.thread_order)`

const agentsOnlyEventCount = sql<number>`(select count(*) from events
  where events.chat_id = page.chat_id and events.thread_order = page.thread_order and recipients = 'agents')`
