import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FilterParams, passesFiltersAsThread } from '../chats/chat-filters.js'
import { chatBytes } from '../chats/chat-lists.js'
import type { SqlDialect } from '../sql/dialect.js'
import { type Param, rowCount, type Statement, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'

export type ArchiveParams = {
  license_id: number
  /** Search terms as `SearchDialect` encodes them. */
  terms: string
  created_from: number
  created_before: number
  agent_id: string
  /** Subjects by which the agent sees chats. */
  subjects: readonly string[]
  /** Agents by which the list is filtered. */
  agent_ids: readonly string[]
  /** Subjects of the groups by which the list is filtered. */
  group_subjects: readonly string[]
  after_at: number
  after_id: string
  offset: number
  limit: number
} & FilterParams

/** Selects the statement of an archive list. */
export interface ArchiveList {
  readonly isFiltered: boolean
  /** Whether the list is filtered by properties and few chats have a term that every match needs. */
  readonly isLed: boolean
  readonly isSearched: boolean
  readonly reach: 'visible' | 'every'
  readonly isOfAgents: boolean
  readonly isOfGroups: boolean
}

/** Returns a function that compiles each list statement on first use. There are more than most hosts ever need. */
export function archiveLists(dialect: SqlDialect): (list: ArchiveList) => Statement<ArchiveParams> {
  const lists = new Map<string, Statement<ArchiveParams>>()
  return (list) => {
    const { isSearched, reach, isOfAgents, isOfGroups } = list
    const source = isSearched ? 'found' : 'all'
    const name = `archives.list.${source}.${reach}${isOfAgents ? '.agents' : ''}${isOfGroups ? '.groups' : ''}${filterName(list)}`
    const known = lists.get(name) ?? { ...listStatement(dialect, name, list), mayTakeLong: true }
    lists.set(name, known)
    return known
  }
}

function filterName({ isFiltered, isLed }: ArchiveList): string {
  if (!isFiltered) return ''
  return isLed ? '.properties.led' : '.properties'
}

/**
 * Returns the statement of a list. The count stands before a left join, so that it is returned even for a page past the
 * end. The matches of a search are collected once. Without a search, the page is read from the index in its order, and
 * so is the count.
 */
function listStatement(dialect: SqlDialect, name: string, list: ArchiveList): Statement<ArchiveParams> {
  return statement<ArchiveParams>(dialect, name, (db, param) => {
    const source = list.isSearched ? foundThreads(dialect, param) : threadsOfLicense(param)
    const conditions = conditionsOf(dialect, list, param)
    const listed = sql`select source.thread_id, source.created_at from (${source}) as source
      where ${conditions.length === 0 ? sql`true` : isThread(conditions)}`
    const materialized = list.isSearched ? sql`materialized` : sql`not materialized`
    const page = sql`select thread_id, created_at from listed
      where (created_at, thread_id) < (${param('after_at')}, ${param('after_id')})
      order by created_at desc, thread_id desc
      limit ${rowCount(param('limit'))} + 1 offset ${rowCount(param('offset'))}`
    const query = sql`with listed as ${materialized} (${listed})
      select counted.total, page.thread_id, page.created_at, ${pageColumns}
      from (select count(*) as total from listed) as counted
      left join (${page}) as page on true
      order by page.created_at desc, page.thread_id desc`
    return { compile: () => query.compile(db) }
  })
}

function threadsOfLicense(param: Param<ArchiveParams>): RawBuilder<unknown> {
  return sql`select threads.id as thread_id, threads.created_at from threads
    where threads.license_id = ${param('license_id')} and ${isInTime(sql`threads.created_at`, param)}`
}

function foundThreads(dialect: SqlDialect, param: Param<ArchiveParams>): RawBuilder<unknown> {
  return sql`select distinct found.thread_id, found.created_at
    from (${dialect.search.matches(param('terms'))}) as found
    where ${isInTime(sql`found.created_at`, param)}`
}

function isInTime(createdAt: RawBuilder<unknown>, param: Param<ArchiveParams>): RawBuilder<SqlBool> {
  return sql`${createdAt} >= ${param('created_from')} and ${createdAt} < ${param('created_before')}`
}

/**
 * Returns the condition for the thread of a row of `source`. The offset keeps PostgreSQL from turning it into a join,
 * which would read all threads to check the few that were found.
 */
function isThread(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql`exists (select 1 from threads inner join chats on chats.id = threads.chat_id
    where threads.id = source.thread_id and ${sql.join(conditions, sql` and `)} limit 1 offset 0)`
}

function conditionsOf(
  dialect: SqlDialect,
  list: ArchiveList,
  param: Param<ArchiveParams>,
): readonly RawBuilder<SqlBool>[] {
  const { reach, isOfAgents, isOfGroups, isFiltered, isLed } = list
  return [
    ...(isFiltered && isLed ? [mayPass(dialect, param)] : []),
    ...(reach === 'visible' ? [isVisible(dialect, param)] : []),
    ...(isOfAgents ? [isOfOneAgent(dialect, param)] : []),
    ...(isOfGroups ? [isScopedTo(dialect, param('group_subjects'))] : []),
    ...(isFiltered ? [passesFiltersAsThread(dialect, param)] : []),
  ]
}

/**
 * Returns the condition that the thread or its chat has a leading term. Without one it cannot match, and this is
 * cheaper to check than all terms.
 */
function mayPass(dialect: SqlDialect, param: Param<ArchiveParams>): RawBuilder<SqlBool> {
  const isLeading = (table: string) =>
    dialect.isOneOf(sql.ref<string>(`${table}.term`), param('leading_terms'))
  return sql`(exists (select 1 from chat_property_terms
      where chat_property_terms.chat_id = chats.id and ${isLeading('chat_property_terms')})
    or exists (select 1 from thread_property_terms
      where thread_property_terms.thread_id = threads.id and ${isLeading('thread_property_terms')}))`
}

function isVisible(dialect: SqlDialect, param: Param<ArchiveParams>): RawBuilder<SqlBool> {
  return sql`(not chats.is_scoped or ${isScopedTo(dialect, param('subjects'))} or exists (
    select 1 from chat_users where chat_users.chat_id = chats.id
      and chat_users.user_id = ${param('agent_id')} and chat_users.is_present))`
}

function isScopedTo(dialect: SqlDialect, subjects: RawBuilder<readonly string[]>): RawBuilder<SqlBool> {
  return sql`exists (select 1 from chat_scopes where chat_scopes.chat_id = chats.id
    and ${dialect.isOneOf(sql.ref<string>('chat_scopes.subject'), subjects)})`
}

function isOfOneAgent(dialect: SqlDialect, param: Param<ArchiveParams>): RawBuilder<SqlBool> {
  return sql`exists (select 1 from thread_users inner join agents on agents.id = thread_users.user_id
    where thread_users.chat_id = threads.chat_id and thread_users.thread_order = threads.thread_order
      and ${dialect.isOneOf(sql.ref<string>('thread_users.user_id'), param('agent_ids'))})`
}

const threadBytes = sql<number>`case when chats.thread_order = threads.thread_order
  then chats.event_bytes else threads.event_bytes end + octet_length(threads.properties)`

/** Columns of a page. Each is a separate subquery, for the same reason as in {@link isThread}. */
const pageColumns = sql`(select threads.chat_id from threads where threads.id = page.thread_id) as chat_id,
  (select ${threadBytes} + ${chatBytes} from threads inner join chats on chats.id = threads.chat_id
    where threads.id = page.thread_id) as bytes`

type UnindexedParams = { since: number; limit: number }

export function unindexedStatement(dialect: SqlDialect): Statement<UnindexedParams> {
  const build = (db: Kysely<Tables>, param: Param<UnindexedParams>) => {
    // Goes by license, because the index of chats by activity starts with it.
    const recent = sql`select chats.id as chat_id from licenses
      cross join chats left join search_places on search_places.chat_id = chats.id
      where chats.license_id = licenses.id and chats.last_activity_at >= ${param('since')}
        and (search_places.chat_id is null or (search_places.thread_order, search_places.event_order)
          < (chats.thread_order, chats.event_order))
      limit ${rowCount(param('limit'))}`
    const behind = sql`select chat_id from search_places where is_behind limit ${rowCount(param('limit'))}`
    const query = sql`select chat_id from (select chat_id from (${behind}) as behind
      union select chat_id from (${recent}) as recent) as unindexed limit ${rowCount(param('limit'))}`
    return { compile: () => query.compile(db) }
  }
  return statement<UnindexedParams>(dialect, 'archives.listUnindexed', build)
}
