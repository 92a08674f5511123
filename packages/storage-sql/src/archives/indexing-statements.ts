import { type Kysely, type SqlBool, sql } from 'kysely'
import type { RowOf } from '../sql/column-types.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { RowsParams } from '../sql/insert-rows.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'

/** Columns of a search position: the last indexed event of a chat. */
export const positionColumns = {
  chat_id: 'text',
  thread_order: 'integer',
  event_order: 'integer',
  is_behind: 'boolean',
} as const

/** Key of the only row of the table of search progress. */
const theProgress = 1

type ReadParams = RowsParams & { limit: number; max_bytes: number }

export function indexingStatements(dialect: SqlDialect) {
  return {
    claim: statement<{ ids: readonly string[] }>(dialect, 'archives.claim', (db, param) =>
      claim(dialect, db, param),
    ),
    readUnindexed: statement<ReadParams>(dialect, 'archives.readUnindexed', (db, param) =>
      readUnindexed(dialect, db, param),
    ),
    moveOn: statement<RowsParams>(dialect, 'archives.moveOn', (db, param) => ({
      compile: () =>
        sql`update search_places set thread_order = given.thread_order, event_order = given.event_order,
            is_behind = given.is_behind
          from (${dialect.selectFromJson(positionColumns, param('rows'))}) as given
          where search_places.chat_id = given.chat_id`.compile(db),
    })),
    listOutdated: statement<{ limit: number }>(dialect, 'archives.listOutdated', (db, param) =>
      db
        .selectFrom('outdated_places')
        .select('chat_id')
        .orderBy('chat_id')
        .limit(rowCount(param('limit'))),
    ),
    countOutdated: statement<Record<string, never>>(dialect, 'archives.countOutdated', (db) =>
      db.selectFrom('outdated_places').select((row) => row.fn.countAll<number>().as('total')),
    ),
    claimOutdated: statement<{ ids: readonly string[] }>(dialect, 'archives.claimOutdated', (db, param) => ({
      compile: () =>
        sql`select chat_id, thread_order, event_order from outdated_places
          where ${dialect.isOneOf(sql.ref<string>('chat_id'), param('ids'))}
          order by chat_id ${dialect.skipLockedClause}`.compile(db),
    })),
    moveOutdatedOn: statement<RowsParams>(dialect, 'archives.moveOutdatedOn', (db, param) => ({
      compile: () =>
        sql`update outdated_places set thread_order = given.thread_order, event_order = given.event_order
          from (${dialect.selectFromJson(positionColumns, param('rows'))}) as given
          where outdated_places.chat_id = given.chat_id`.compile(db),
    })),
    finishOutdated: statement<{ ids: readonly string[] }>(dialect, 'archives.finishOutdated', (db, param) =>
      db.deleteFrom('outdated_places').where(dialect.isOneOf(sql.ref<string>('chat_id'), param('ids'))),
    ),
    getIndexedUntil: statement<Record<string, never>>(dialect, 'archives.getIndexedUntil', (db) =>
      db.selectFrom('search_progress').select('indexed_until'),
    ),
    setIndexedUntil: statement<{ at: number }>(dialect, 'archives.setIndexedUntil', (db, param) =>
      db
        .insertInto('search_progress')
        .values({ id: sql.lit(theProgress), indexed_until: param('at') })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((row) => ({
            indexed_until: dialect.greatest(
              row.ref('search_progress.indexed_until'),
              row.ref('excluded.indexed_until'),
            ),
          })),
        ),
    ),
  }
}

/**
 * Returns the statement that reads the positions of chats and locks them until the transaction ends, in the order of
 * the ids.
 */
function claim(dialect: SqlDialect, db: Kysely<Tables>, param: Param<{ ids: readonly string[] }>) {
  const compile = () =>
    sql`insert into search_places (chat_id, thread_order, event_order, is_behind)
      select id, 1, 0, false from chats
      where ${dialect.isOneOf(sql.ref<string>('id'), param('ids'))} order by id
      on conflict (chat_id) do update set is_behind = search_places.is_behind
      returning chat_id, thread_order, event_order`.compile(db)
  return { compile }
}

/** Columns of a position. `is_first` reads at least one event, whatever its length. */
const readColumns = {
  chat_id: 'text',
  thread_order: 'integer',
  event_order: 'integer',
  is_first: 'boolean',
} as const

/** Returns a query with one row per position: the current end of the chat, its next events, and whether it has any. */
function readUnindexed(dialect: SqlDialect, db: Kysely<Tables>, param: Param<ReadParams>) {
  const given = sql<RowOf<typeof readColumns>>`(${dialect.selectFromJson(readColumns, param('rows'))})`
  return db
    .selectFrom(given.as<'given'>('given'))
    .innerJoin('chats', 'chats.id', 'given.chat_id')
    .select(['chats.id', 'chats.license_id', 'chats.thread_order', 'chats.event_order'])
    .select(['given.thread_order as given_thread_order', 'given.event_order as given_event_order'])
    .select(hasNext.as('has_next'))
    .select((row) =>
      dialect
        .jsonArray(
          row
            .selectFrom(nextEvents(dialect, param).as('next'))
            .select([
              'next.thread_order',
              'next.event_order',
              'next.thread_id',
              'next.created_at',
              'next.content',
            ])
            .where(
              sql<SqlBool>`next.chat_id = given.chat_id and (next.bytes_through <= ${param('max_bytes')} or (given.is_first and next.rank = 1))`,
            )
            .orderBy('next.thread_order')
            .orderBy('next.event_order'),
        )
        .as('events'),
    )
}

const hasNext = sql<boolean>`exists (select 1 from events where events.chat_id = given.chat_id
  and (events.thread_order, events.event_order) > (given.thread_order, given.event_order))`

interface NextEvent {
  thread_order: number
  event_order: number
  thread_id: string
  created_at: number
  content: string
}

function nextEvents(dialect: SqlDialect, param: Param<ReadParams>) {
  return dialect.lacksOuterReferences ? nextEventsOfAll(dialect, param) : nextEventsOfOne(param)
}

/** Returns the next events of all given chats. It reads all events after the positions. */
function nextEventsOfAll(dialect: SqlDialect, param: Param<ReadParams>) {
  const given = sql`(${dialect.selectFromJson(readColumns, param('rows'))}) as start`
  return sql<NextEvent & { chat_id: string }>`(select * from (
      select events.chat_id, events.thread_order, events.event_order, threads.id as thread_id, threads.created_at,
        events.content, row_number() over following_order as rank,
        sum(octet_length(events.content)) over following_order as bytes_through
      from ${given} inner join events on events.chat_id = start.chat_id
          and (events.thread_order, events.event_order) > (start.thread_order, start.event_order)
        inner join threads on threads.chat_id = events.chat_id and threads.thread_order = events.thread_order
      window following_order as (partition by events.chat_id order by events.thread_order, events.event_order
        rows unbounded preceding)
    ) as following where rank <= ${rowCount(param('limit'))})`
}

function nextEventsOfOne(param: Param<ReadParams>) {
  return sql<
    NextEvent & { chat_id: string }
  >`(select following.*, given.chat_id, row_number() over following_order as rank,
      sum(octet_length(following.content)) over following_order as bytes_through
    from (select events.thread_order, events.event_order, threads.id as thread_id, threads.created_at, events.content
      from events inner join threads
        on threads.chat_id = events.chat_id and threads.thread_order = events.thread_order
      where events.chat_id = given.chat_id
        and (events.thread_order, events.event_order) > (given.thread_order, given.event_order)
      order by events.thread_order, events.event_order limit ${rowCount(param('limit'))}) as following
    window following_order as (order by following.thread_order, following.event_order rows unbounded preceding))`
}
