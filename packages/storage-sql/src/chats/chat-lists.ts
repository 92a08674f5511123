import type { ListedChats } from '@parley/core/storage'
import { type AliasableExpression, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { integer } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { Row } from '../sql/executor.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'
import { decodeSummary } from './chat-rows.js'
import { chatSelection, lastPositions, selectLast, selectUsers } from './chat-selections.js'

/** Position after which a page begins, and its limits. */
export type PieceParams = { after_at: number; after_id: string; limit: number; max_bytes: number }
type CustomerListParams = PieceParams & { user_id: string; offset: number }
export type ListOrder = 'asc' | 'desc'
/** Sort order of a list. Ties are sorted by id. */
export interface ListSort {
  readonly by: 'chats.last_activity_at' | 'chats.last_shared_activity_at' | 'chats.waiting_since'
  readonly order: ListOrder
}
const ofCustomer: ListSort = { by: 'chats.last_shared_activity_at', order: 'desc' }

/** Query for the chats of a page. It has one more than the limit, to show whether more follow. */
export type Page = SelectQueryBuilder<Tables, 'chats', { page_id: string }>

function length(...names: readonly string[]) {
  return sql.join(
    names.map((name) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`),
    sql` + `,
  )
}

/** Approximate stored size of a chat and its users, in bytes. Lengths are known without reading long values. */
export const chatBytes = sql<number>`(${length('chats.members', 'chats.scopes', 'chats.properties', 'chats.thread_properties')}
    + coalesce((select sum(200 + ${length('agents.id', 'agents.name', 'agents.email', 'agents.avatar')})
        from chat_users inner join agents on agents.id = chat_users.user_id
        where chat_users.chat_id = chats.id and chat_users.kind = 'agent'), 0)
    + coalesce((select sum(200 + ${length('customers.name', 'customers.email', 'customers.fields', 'customers.visitor')})
        from chat_users inner join customers on customers.id = chat_users.user_id
        where chat_users.chat_id = chats.id and chat_users.kind = 'customer'), 0))`

/** Returns the approximate size of what a list reads for a chat, in bytes. */
function storedBytes(dialect: SqlDialect) {
  return sql<number>`(${chatBytes}
    + coalesce((select sum(10 + ${length('thread_users.user_id')}) from thread_users
        where thread_users.chat_id = chats.id and thread_users.thread_order = chats.thread_order), 0)
    + coalesce((select sum(200 + ${length('events.content', 'events.properties', 'events.custom_id')})
        from ${lastPositions(dialect)} as last cross join events
        where events.chat_id = chats.id and events.thread_order = last.thread_order
          and events.event_order = last.event_order), 0))`
}

/**
 * Returns the chats of the page in order, until their size reaches the limit. `page_count` is the number of chats
 * before that cut.
 */
export function selectPiece<Params extends PieceParams>(
  dialect: SqlDialect,
  db: Kysely<Tables>,
  page: Page,
  param: Param<Params>,
  { by, order }: ListSort,
): AliasableExpression<{ piece_id: string; page_count: number }> {
  const sized = db
    .selectFrom(page.as('page'))
    .innerJoin('chats', 'chats.id', 'page.page_id')
    .select(['chats.id as piece_id', `${by} as piece_at`, storedBytes(dialect).as('bytes')])
  const direction = sql.raw(order)
  const upTo = sql`(order by piece_at ${direction}, piece_id ${direction} rows unbounded preceding)`
  const counted = db
    .selectFrom(sized.as('sized'))
    .select('piece_id')
    .select(sql<number>`cast(sum(bytes) over ${upTo} as bigint) - bytes`.as('bytes_before'))
    .select(sql<number>`row_number() over ${upTo}`.as('rank'))
    .select(sql<number>`count(*) over ()`.as('page_count'))
  return db
    .selectFrom(counted.as('counted_page'))
    .select(['piece_id', 'page_count'])
    .where('rank', '<=', param('limit'))
    .where('bytes_before', '<', param('max_bytes'))
}

export function isAfter(param: Param<{ after_at: number; after_id: string }>, { by, order }: ListSort) {
  const beyond = sql.raw(order === 'desc' ? '<' : '>')
  return sql<SqlBool>`(${sql.ref(by)}, chats.id) ${beyond} (${param('after_at')}, ${param('after_id')})`
}

export function countByUser(db: Kysely<Tables>, param: Param<{ user_id: string }>) {
  return db
    .selectFrom('chat_users')
    .where('user_id', '=', param('user_id'))
    .where(sql<SqlBool>`is_present`)
    .select((user) => user.fn.countAll<number>().as('total'))
}

/**
 * Returns the statement that lists the chats of a customer. The count stands before a left join, so that it is returned
 * even for a page past the end.
 */
export function listByCustomer(dialect: SqlDialect) {
  return statement<CustomerListParams>(dialect, 'chats.listByCustomer', (db, param) =>
    db
      .selectFrom(countByUser(db, param).as('counted'))
      .leftJoin(selectPiece(dialect, db, pageOfUser(db, param), param, ofCustomer).as('piece'), (join) =>
        join.onTrue(),
      )
      .leftJoin('chats', 'chats.id', 'piece.piece_id')
      .select(['counted.total', 'piece.page_count'])
      .select(chatSelection)
      .select((chat) => [...selectUsers(dialect)(chat), ...selectLast(dialect)(chat)])
      .orderBy(ofCustomer.by, ofCustomer.order)
      .orderBy('chats.id', ofCustomer.order),
  )
}

function pageOfUser(db: Kysely<Tables>, param: Param<CustomerListParams>): Page {
  const page = db
    .selectFrom('chats')
    .where(
      'chats.id',
      'in',
      db
        .selectFrom('chat_users')
        .where('user_id', '=', param('user_id'))
        .where(sql<SqlBool>`is_present`)
        .select('chat_id'),
    )
    .select('chats.id as page_id')
  return ordered(page, param, ofCustomer).offset(rowCount(param('offset')))
}

/** Returns the condition that a chat is at or before a position. */
export function isWithin(param: Param<{ until_at: number; until_id: string }>, { by, order }: ListSort) {
  const upTo = sql.raw(order === 'desc' ? '>=' : '<=')
  const position = sql`(${param('until_at')}, ${param('until_id')})`
  // SQLite uses the first condition to find the end of the index range.
  return sql<SqlBool>`${sql.ref(by)} ${upTo} ${param('until_at')}
    and (${sql.ref(by)}, chats.id) ${upTo} ${position}`
}

export function ordered(page: Page, param: Param<PieceParams>, sort: ListSort): Page {
  return page
    .where(isAfter(param, sort))
    .orderBy(sort.by, sort.order)
    .orderBy('chats.id', sort.order)
    .limit(sql<number>`${rowCount(param('limit'))} + 1`)
}

/** Decodes a page of chats. */
export function listedChats(rows: readonly Row[]): ListedChats {
  const [first] = rows
  const hasMore = first !== undefined && integer(first, 'page_count') > rows.length
  return { chats: rows.map(decodeSummary), hasMore }
}
