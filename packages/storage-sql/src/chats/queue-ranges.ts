import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { type Param, rowCount, statement } from '../sql/statement.js'

type RangeParams = {
  license_id: number
  /** Subjects of `waiting_threads` whose threads are listed. */
  queue_subjects: readonly string[]
  /** The same subjects as JSON rows. */
  given_subjects: string
  after_at: number
  after_id: string
  length: number
  /** `length` minus one. */
  before_last: number
}

/**
 * Returns the statement that finds the position of the last of `length` threads after a position. It returns no row
 * when there are fewer.
 */
export function findQueueRangeEnd(dialect: SqlDialect) {
  return statement<RangeParams>(dialect, 'chats.endOfRange.waiting', (db, param) => ({
    compile: () =>
      sql`with given as materialized (${dialect.selectFromJson({ subject: 'text' }, param('given_subjects'))}),
      queue as (${dialect.joinsLateral ? firstOfEach(param) : untilLastOfOne(dialect, param)})
      select distinct waiting_since as at, chat_id as id from queue
      order by at, id limit 1 offset ${rowCount(param('before_last'))}`.compile(db),
  }))
}

/** Returns the condition that a thread comes after the position, in queue order. */
function behind(param: Param<RangeParams>): RawBuilder<unknown> {
  return sql`(queue.waiting_since, queue.chat_id) > (${param('after_at')}, ${param('after_id')})
    order by queue.waiting_since, queue.chat_id`
}

/** Returns the first threads of each subject, up to `length`. */
function firstOfEach(param: Param<RangeParams>): RawBuilder<unknown> {
  return sql`select first.waiting_since, first.chat_id from given cross join lateral (
    select queue.waiting_since, queue.chat_id from waiting_threads as queue
    where queue.license_id = ${param('license_id')} and queue.subject = given.subject and ${behind(param)}
    limit ${rowCount(param('length'))}
  ) as first`
}

/**
 * Returns the threads of each subject up to a common end, the `length`-th thread of the subject that reaches it first.
 */
function untilLastOfOne(dialect: SqlDialect, param: Param<RangeParams>): RawBuilder<unknown> {
  const last = sql`select min((
      select queue.waiting_since from waiting_threads as queue
      where queue.license_id = ${param('license_id')} and queue.subject = given.subject and ${behind(param)}
      limit 1 offset ${rowCount(param('before_last'))}
    )) from given`
  return sql`select waiting_since, chat_id from waiting_threads as queue
    where queue.license_id = ${param('license_id')}
      and ${dialect.isOneOf(sql.ref('queue.subject'), param('queue_subjects'))}
      and queue.waiting_since >= ${param('after_at')}
      and queue.waiting_since <= coalesce((${last}), ${sql.lit(Number.MAX_SAFE_INTEGER)})
      and (queue.waiting_since, queue.chat_id) > (${param('after_at')}, ${param('after_id')})`
}
