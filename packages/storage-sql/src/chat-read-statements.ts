import type { AgentChatsQuery } from '@parley/core'
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import {
  chatSelection,
  headSelection,
  selectEvents,
  selectLast,
  selectThreadUsers,
  selectUsers,
  threadSelection,
} from './chat-selections.js'
import type { SqlDialect } from './dialect.js'
import { type Param, statement } from './statement.js'
import type { Tables } from './tables.js'

type Page = { offset: number; limit: number }
type ThreadListParams = Page & { chat_id: string }
type CustomerListParams = Page & { user_id: string }
export type AgentListParams = {
  license_id: number
  agent_id: string
  subjects: readonly string[]
  include_active: boolean
  limit: number
}

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
    // The count stands before a left join, so that a page past the end still answers it.
    listOfCustomer: statement<CustomerListParams>(dialect, 'chats.listOfCustomer', (db, param) =>
      db
        .selectFrom(countOfUser(db, param).as('counted'))
        .leftJoin(pageOfUser(db, param).as('page'), (join) => join.onTrue())
        .leftJoin('chats', 'chats.id', 'page.page_id')
        .select('counted.total')
        .select(chatSelection)
        .select((chat) => [...selectUsers(dialect)(chat), ...selectLast(dialect)(chat)])
        .orderBy('chats.last_activity_at', 'desc')
        .orderBy('chats.id', 'desc'),
    ),
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

function countOfUser(db: Kysely<Tables>, param: Param<{ user_id: string }>) {
  return db
    .selectFrom('chat_users')
    .where('user_id', '=', param('user_id'))
    .where(sql<SqlBool>`is_present`)
    .select((user) => user.fn.countAll<number>().as('total'))
}

function pageOfUser(db: Kysely<Tables>, param: Param<CustomerListParams>) {
  return db
    .selectFrom('chats')
    .innerJoin('chat_users', 'chat_users.chat_id', 'chats.id')
    .where('chat_users.user_id', '=', param('user_id'))
    .where(sql<SqlBool>`chat_users.is_present`)
    .select('chats.id as page_id')
    .orderBy('chats.last_activity_at', 'desc')
    .orderBy('chats.id', 'desc')
    .limit(param('limit'))
    .offset(param('offset'))
}

type Reach = (chat: ExpressionBuilder<Tables, 'chats'>, param: Param<AgentListParams>) => Expression<SqlBool>

function reachesOf(dialect: SqlDialect): Readonly<Record<AgentChatsQuery['reach'], Reach>> {
  const isMember: Reach = (chat, param) =>
    chat(
      'chats.id',
      'in',
      chat
        .selectFrom('chat_users')
        .where('user_id', '=', param('agent_id'))
        .where(sql<SqlBool>`is_present`)
        .select('chat_id'),
    )
  const namesAgent: Reach = (chat, param) =>
    chat.exists(
      chat
        .selectFrom('chat_scopes')
        .whereRef('chat_scopes.chat_id', '=', 'chats.id')
        .where((scope) => dialect.isOneOf(scope.ref('chat_scopes.subject'), param('subjects')))
        .select('chat_scopes.subject'),
    )
  const isVisible: Reach = (chat, param) =>
    chat.or([sql<SqlBool>`not chats.is_scoped`, namesAgent(chat, param), isMember(chat, param)])
  return { member: isMember, visible: isVisible, every: () => sql<SqlBool>`true` }
}

type AgentPage = (
  db: Kysely<Tables>,
  param: Param<AgentListParams>,
) => SelectQueryBuilder<Tables, 'chats', { page_id: string }>

/** Each `reach`, and `own`: what `member` answers, found from the agent's chats instead of from the license's. */
function listsOfAgent(dialect: SqlDialect) {
  const reaches = reachesOf(dialect)
  const ofLicense =
    (reach: Reach): AgentPage =>
    (db, param) =>
      db
        .selectFrom('chats')
        .where('license_id', '=', param('license_id'))
        .where((chat) => reach(chat, param))
        .select('chats.id as page_id')
  // The sum keeps the index of the license's chats out, which would lead through all of them.
  const ofMember: AgentPage = (db, param) =>
    db
      .selectFrom('chats')
      .where(sql<SqlBool>`license_id + 0 = ${param('license_id')}`)
      .where((chat) => reaches.member(chat, param))
      .select('chats.id as page_id')
  const list = (name: string, page: AgentPage) =>
    statement<AgentListParams>(dialect, `chats.listOfAgent.${name}`, (db, param) =>
      db
        .selectFrom('chats')
        .innerJoin(
          page(db, param)
            .where(sql<SqlBool>`(cast(${param('include_active')} as boolean) or not chats.thread_is_active)`)
            .orderBy('chats.last_activity_at', 'desc')
            .orderBy('chats.id', 'desc')
            .limit(param('limit'))
            .as('page'),
          'page.page_id',
          'chats.id',
        )
        .select(chatSelection)
        .select((chat) => [...selectUsers(dialect)(chat), ...selectLast(dialect)(chat)])
        .orderBy('chats.last_activity_at', 'desc')
        .orderBy('chats.id', 'desc'),
    )
  return {
    member: list('member', ofLicense(reaches.member)),
    visible: list('visible', ofLicense(reaches.visible)),
    every: list('every', ofLicense(reaches.every)),
    own: list('own', ofMember),
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
