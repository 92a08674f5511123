import type { AgentChatsQuery } from '@parley/core/ports'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { type FilterParams, hasLeadingTerm, passesFilters } from './chat-filters.js'
import {
  isAfter,
  isWithin,
  type ListOrder,
  type ListSort,
  ordered,
  type Page,
  type PieceParams,
  pieceOf,
} from './chat-lists.js'
import { chatSelection, selectLast, selectUsers } from './chat-selections.js'
import type { SqlDialect } from './dialect.js'
import { type Param, rowCount, type Statement, statement } from './statement.js'
import type { Tables } from './tables.js'

export type AgentListParams = PieceParams &
  FilterParams & {
    license_id: number
    agent_id: string
    subjects: readonly string[]
    include_active: boolean
    until_at: number
    until_id: string
  }

const byActivity = (order: ListOrder): ListSort => ({ by: 'chats.last_activity_at', order })

type Reach = (chat: ExpressionBuilder<Tables, 'chats'>, param: Param<AgentListParams>) => Expression<SqlBool>

function reachesOf(
  dialect: SqlDialect,
  from: AgentList['from'],
): Readonly<Record<AgentChatsQuery['reach'], Reach>> {
  const memberships: Reach = (chat, param) =>
    chat(
      'chats.id',
      'in',
      chat
        .selectFrom('chat_users')
        .where('user_id', '=', param('agent_id'))
        .where(sql<SqlBool>`is_present`)
        .select('chat_id'),
    )
  const isInChat: Reach = (chat, param) =>
    chat.exists(
      chat
        .selectFrom('chat_users')
        .whereRef('chat_users.chat_id', '=', 'chats.id')
        .where('user_id', '=', param('agent_id'))
        .where(sql<SqlBool>`is_present`)
        .select('chat_users.user_id'),
    )
  // Of few chats it is asked one by one, however many others the agent is in.
  const isMember = from === 'terms' ? isInChat : memberships
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

/** Which chats, in which order, and from where they are found. */
export interface AgentList {
  readonly reach: AgentChatsQuery['reach']
  readonly order: ListOrder
  /** Those of the license by activity, the few that the agent is in, or the few that have a leading term. */
  readonly from: 'license' | 'member' | 'terms'
  readonly isFiltered: boolean
}

/** Each is compiled when it is first asked for: there are more than most ever need. */
export function listsOfAgent(dialect: SqlDialect): (list: AgentList) => Statement<AgentListParams> {
  const lists = new Map<string, Statement<AgentListParams>>()
  return (list) => {
    const { reach, order, from, isFiltered } = list
    const name = `chats.listOfAgent.${reach}.${order}.${from}${isFiltered ? '.filtered' : ''}`
    const statement = lists.get(name) ?? listOfAgent(dialect, name, list)
    lists.set(name, statement)
    return statement
  }
}

function listOfAgent(dialect: SqlDialect, name: string, list: AgentList): Statement<AgentListParams> {
  const sort = byActivity(list.order)
  return statement<AgentListParams>(dialect, name, (db, param) => {
    const isListed = sql<SqlBool>`(cast(${param('include_active')} as boolean) or not chats.thread_is_active)`
    const listed = ordered(pageOf(dialect, db, param, list).where(isListed), param, sort)
    return db
      .selectFrom('chats')
      .innerJoin(pieceOf(dialect, db, listed, param, sort).as('piece'), 'piece.piece_id', 'chats.id')
      .select('piece.page_count')
      .select(chatSelection)
      .select((chat) => [...selectUsers(dialect)(chat), ...selectLast(dialect)(chat)])
      .orderBy(sort.by, sort.order)
      .orderBy('chats.id', sort.order)
  })
}

function pageOf(
  dialect: SqlDialect,
  db: Kysely<Tables>,
  param: Param<AgentListParams>,
  { reach, order, from, isFiltered }: AgentList,
): Page {
  const chats = db
    .selectFrom('chats')
    // The sum keeps the index of the license's chats out, which would lead through all of them.
    .where(sql<SqlBool>`license_id ${sql.raw(from === 'license' ? '' : '+ 0')} = ${param('license_id')}`)
    .where((chat) => reachesOf(dialect, from)[reach](chat, param))
    .select('chats.id as page_id')
  if (!isFiltered) return chats
  const found = from === 'terms' ? chats.where(hasLeadingTerm(dialect, param)) : chats
  return found.where(isWithin(param, byActivity(order))).where(passesFilters(dialect, param))
}

type StretchParams = { license_id: number; after_at: number; after_id: string; count: number }

/** The place of the chat that stands so many behind another; none: there are fewer. */
export function endOfStretch(dialect: SqlDialect, order: ListOrder) {
  return statement<StretchParams>(dialect, `chats.endOfStretch.${order}`, (db, param) =>
    db
      .selectFrom('chats')
      .select(['last_activity_at', 'id'])
      .where('license_id', '=', param('license_id'))
      .where(isAfter(param, byActivity(order)))
      .orderBy('last_activity_at', order)
      .orderBy('id', order)
      .limit(sql.lit(1))
      .offset(rowCount(param('count'))),
  )
}
