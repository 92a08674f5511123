import { type RawBuilder, sql } from 'kysely'
import type { SqlDialect } from './dialect.js'
import { type Param, rowCount, statement } from './statement.js'

type StretchParams = {
  license_id: number
  /** Subjects of `waiting_threads` whose threads are listed. */
  line_subjects: readonly string[]
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
export function endOfLineStretch(dialect: SqlDialect) {
  return statement<StretchParams>(dialect, 'chats.endOfStretch.waiting', (db, param) => ({
    compile: () =>
      sql`with given as materialized (${dialect.selectFromJson({ subject: 'text' }, param('given_subjects'))}),
      line as (${dialect.joinsLateral ? firstOfEach(param) : untilLastOfOne(dialect, param)})
      select distinct waiting_since as at, chat_id as id from line
      order by at, id limit 1 offset ${rowCount(param('before_last'))}`.compile(db),
  }))
}

/** Returns the condition that a thread comes after the position, in queue order. */
function behind(param: Param<StretchParams>): RawBuilder<unknown> {
  return sql`(line.waiting_since, line.chat_id) > (${param('after_at')}, ${param('after_id')})
    order by line.waiting_since, line.chat_id`
}

/** Returns the first threads of each subject, up to `length`. */
function firstOfEach(param: Param<StretchParams>): RawBuilder<unknown> {
  return sql`select first.waiting_since, first.chat_id from given cross join lateral (
    select line.waiting_since, line.chat_id from waiting_threads as line
    where line.license_id = ${param('license_id')} and line.subject = given.subject and ${behind(param)}
    limit ${rowCount(param('length'))}
  ) as first`
}

/**
 * Returns the threads of each subject up to a common end, the `length`-th thread of the subject that reaches it first.
 */
function untilLastOfOne(dialect: SqlDialect, param: Param<StretchParams>): RawBuilder<unknown> {
  const last = sql`select min((
      select line.waiting_since from waiting_threads as line
      where line.license_id = ${param('license_id')} and line.subject = given.subject and ${behind(param)}
      limit 1 offset ${rowCount(param('before_last'))}
    )) from given`
  return sql`select waiting_since, chat_id from waiting_threads as line
    where line.license_id = ${param('license_id')}
      and ${dialect.isOneOf(sql.ref('line.subject'), param('line_subjects'))}
      and line.waiting_since >= ${param('after_at')}
      and line.waiting_since <= coalesce((${last}), ${sql.lit(Number.MAX_SAFE_INTEGER)})
      and (line.waiting_since, line.chat_id) > (${param('after_at')}, ${param('after_id')})`
}
