import type { AgentChatsQuery } from '@parley/core'
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { chatSelection, headSelection, selectLast, selectUsers } from './chat-selections.js'
import type { SqlDialect } from './dialect.js'
import { type Param, statement } from './statement.js'
import type { Tables } from './tables.js'
import { threadStatements } from './thread-statements.js'

type Page = { offset: number; limit: number }
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
    ...threadStatements(dialect),
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
    listActiveHeadsOfCustomer: statement<{ user_id: string; limit: number }>(
      dialect,
      'chats.listActiveHeadsOfCustomer',
      (db, param) =>
        db
          .selectFrom('chats')
          .innerJoin('chat_users', 'chat_users.chat_id', 'chats.id')
          .where('chat_users.user_id', '=', param('user_id'))
          .where(sql<SqlBool>`chat_users.is_present and chats.thread_is_active`)
          .select(headSelection)
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
