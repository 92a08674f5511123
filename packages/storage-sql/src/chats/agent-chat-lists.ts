import type { AgentChatsQuery } from '@parley/core/storage'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { type Param, rowCount, type Statement, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'
import {
  createReachCondition,
  isFound,
  isRouted,
  type ListSource,
  type SourceParams,
} from './agent-chat-sources.js'
import { type FilterParams, passesFilters } from './chat-filters.js'
import {
  isAfter,
  isWithin,
  type ListOrder,
  type ListSort,
  ordered,
  type Page,
  type PieceParams,
  selectPiece,
} from './chat-lists.js'
import { chatSelection, selectLast, selectUsers } from './chat-selections.js'

export type AgentListParams = PieceParams &
  FilterParams &
  SourceParams & { include_active: boolean; until_at: number; until_id: string }

/** Sort orders of the lists of an agent, by the order that a query asks for. */
export const listSorts = {
  asc: { by: 'chats.last_activity_at', order: 'asc' },
  desc: { by: 'chats.last_activity_at', order: 'desc' },
  waiting: { by: 'chats.waiting_since', order: 'asc' },
} as const satisfies Readonly<Record<AgentChatsQuery['order'], ListSort>>

/** Selects the statement of a list: which chats it contains, in which order, and how they are found. */
export interface AgentList extends Pick<AgentChatsQuery, 'reach' | 'routing' | 'order'> {
  readonly from: ListSource
  readonly isFiltered: boolean
  /** Whether the source is so large that other reads must not wait for it. */
  readonly isLong: boolean
}

/** Returns a function that compiles each list statement on first use. There are more than most hosts ever need. */
export function listsForAgent(dialect: SqlDialect): (list: AgentList) => Statement<AgentListParams> {
  const lists = new Map<string, Statement<AgentListParams>>()
  return (list) => {
    const name = nameOf(list)
    const known = lists.get(name) ?? listForAgent(dialect, name, list)
    lists.set(name, known)
    return known
  }
}

function nameOf({ reach, order, routing, from, isFiltered, isLong }: AgentList): string {
  const parts = ['chats.listForAgent', reach, order, routing, from]
  return [...parts, ...(isFiltered ? ['filtered'] : []), ...(isLong ? ['long'] : [])].join('.')
}

function listForAgent(dialect: SqlDialect, name: string, list: AgentList): Statement<AgentListParams> {
  const sort = listSorts[list.order]
  const listed = statement<AgentListParams>(dialect, name, (db, param) => {
    const isListed = sql<SqlBool>`(cast(${param('include_active')} as boolean) or not chats.thread_is_active)`
    const page = ordered(pageOf(dialect, db, param, list).where(isListed), param, sort)
    return db
      .selectFrom('chats')
      .innerJoin(selectPiece(dialect, db, page, param, sort).as('piece'), 'piece.piece_id', 'chats.id')
      .select('piece.page_count')
      .select(chatSelection)
      .select((chat) => [...selectUsers(dialect)(chat), ...selectLast(dialect)(chat)])
      .orderBy(sort.by, sort.order)
      .orderBy('chats.id', sort.order)
  })
  return list.isLong ? { ...listed, mayTakeLong: true } : listed
}

function pageOf(
  dialect: SqlDialect,
  db: Kysely<Tables>,
  param: Param<AgentListParams>,
  { reach, order, routing, from, isFiltered }: AgentList,
): Page {
  const chats = db
    .selectFrom('chats')
    // The sum keeps the index of the license's chats out, which would lead through all of them.
    .where(sql<SqlBool>`license_id ${sql.raw(from === 'license' ? '' : '+ 0')} = ${param('license_id')}`)
    .where((chat) => createReachCondition(dialect, reach, from)(chat, param))
    .where(isFound(dialect, param, { reach, order, from }))
    .select('chats.id as page_id')
  if (!isFiltered && routing === 'any') return chats
  const within = chats.where(isWithin(param, listSorts[order])).where(isRouted[routing])
  return isFiltered ? within.where(passesFilters(dialect, param)) : within
}

type RangeParams = { license_id: number; after_at: number; after_id: string; count: number }

/**
 * Returns the statement that finds the position of the chat that comes `count` chats after another. It returns no row
 * when there are fewer.
 */
export function findRangeEnd(dialect: SqlDialect, order: ListOrder) {
  return statement<RangeParams>(dialect, `chats.endOfRange.${order}`, (db, param) =>
    db
      .selectFrom('chats')
      .select(['last_activity_at as at', 'id'])
      .where('license_id', '=', param('license_id'))
      .where(isAfter(param, listSorts[order]))
      .orderBy('last_activity_at', order)
      .orderBy('id', order)
      .limit(sql.lit(1))
      .offset(rowCount(param('count'))),
  )
}
