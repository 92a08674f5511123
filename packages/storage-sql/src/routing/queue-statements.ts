import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { headSelection } from '../chats/chat-selections.js'
import { everyWaiting } from '../chats/routing-rows.js'
import type { SqlDialect } from '../sql/dialect.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import { onlineForever } from '../users/agent-rows.js'

type AssignableParams = {
  license_id: number
  subjects: string
  after_since: number
  after_id: string
  now: number
  limit: number
  last: number
}
type QueuePositionParams = { license_id: number; before_since: number; before_id: string; limit: number }
type QueueParams = { license_id: number; after_since: number; after_id: string; limit: number }

const heads = sql.join(headSelection.map((name) => sql.ref(name)))

// Must match the condition of the index.
export const isAvailable = sql<SqlBool>`agents.online_until = ${sql.lit(onlineForever)}
  and agents.routing_status = 'accepting_chats'`

export function queueStatements(dialect: SqlDialect) {
  return { ...waitingStatements(dialect), ...positionStatements(dialect) }
}

function waitingStatements(dialect: SqlDialect) {
  return {
    // Goes from license to license, however many threads wait in each.
    listAssignableLicenses: statement<{ after: number; limit: number }>(
      dialect,
      'routing.listAssignableLicenses',
      (db, param) => ({
        compile: () =>
          sql`with recursive waiting (license_id) as (
            select min(license_id) from waiting_threads where license_id > ${param('after')}
            union all
            select (select min(license_id) from waiting_threads where license_id > waiting.license_id)
            from waiting where waiting.license_id is not null
          )
          select license_id from waiting
          where exists (select 1 from agents where agents.license_id = waiting.license_id and ${isAvailable})
          limit ${rowCount(param('limit'))}`.compile(db),
      }),
    ),
    // A cross join keeps its order in SQLite, which then reads in queue order.
    listWaiting: statement<QueueParams>(dialect, 'routing.listWaiting', (db, param) => ({
      compile: () =>
        sql`select ${heads} from waiting_threads as queue cross join chats
          where queue.license_id = ${param('license_id')} and queue.subject = ${sql.lit(everyWaiting)}
            and (queue.waiting_since, queue.chat_id) > (${param('after_since')}, ${param('after_id')})
            and chats.id = queue.chat_id
          order by queue.waiting_since, queue.chat_id limit ${rowCount(param('limit'))}`.compile(db),
    })),
    listAssignableThreads: statement<AssignableParams>(
      dialect,
      'routing.listAssignableThreads',
      (db, param) => ({
        compile: () =>
          sql`with given as materialized (${dialect.selectFromJson({ subject: 'text' }, param('subjects'))}),
        ${dialect.joinsLateral ? firstOfEach(param) : untilLastOfOne(param)},
        assignable as materialized (
          select distinct waiting_since, chat_id from queue
          order by waiting_since, chat_id limit ${rowCount(param('limit'))}
        )
        select ${heads}, ${namedAgents(dialect)} as named_agents,
          (select count(*) from thread_users where thread_users.chat_id = chats.id
            and thread_users.thread_order = chats.thread_order) as user_count
        from assignable cross join chats where chats.id = assignable.chat_id
        order by assignable.waiting_since, assignable.chat_id`.compile(db),
      }),
    ),
  }
}

function positionStatements(dialect: SqlDialect) {
  return {
    // Two counts are twice as fast as comparing both columns of each row.
    getQueueStatus: statement<QueuePositionParams>(dialect, 'routing.getQueueStatus', (db, param) => ({
      compile: () =>
        sql`select
          (${countInQueue(param, sql`queue.waiting_since < ${param('before_since')}`)}) as earlier_count,
          (${countInQueue(
            param,
            sql`queue.waiting_since = ${param('before_since')} and queue.chat_id < ${param('before_id')}`,
          )}) as equal_count,
          exists (
            select 1 from agents where agents.license_id = ${param('license_id')} and ${isAvailable}
          ) as is_accepting`.compile(db),
    })),
    listPositionsBefore: statement<QueuePositionParams>(
      dialect,
      'routing.listPositionsBefore',
      (db, param) => ({
        compile: () =>
          sql`select queue.waiting_since, queue.chat_id from waiting_threads as queue
          where queue.license_id = ${param('license_id')} and queue.subject = ${sql.lit(everyWaiting)}
            and (queue.waiting_since, queue.chat_id) < (${param('before_since')}, ${param('before_id')})
          order by queue.waiting_since, queue.chat_id limit ${rowCount(param('limit'))}`.compile(db),
      }),
    ),
    getQueueFront: statement<{ license_id: number; limit: number }>(
      dialect,
      'routing.getQueueFront',
      (db, param) => ({
        compile: () =>
          sql`with front as materialized (
            select queue.waiting_since, queue.chat_id from waiting_threads as queue
            where queue.license_id = ${param('license_id')} and queue.subject = ${sql.lit(everyWaiting)}
            order by queue.waiting_since, queue.chat_id limit ${rowCount(param('limit'))}
          )
          select front.waiting_since, front.chat_id,
            (select user_id from chat_users
              where chat_users.chat_id = front.chat_id and kind = 'customer' and is_present
              limit 1) as customer_id,
            exists (
              select 1 from agents where agents.license_id = ${param('license_id')} and ${isAvailable}
            ) as is_accepting
          from front order by front.waiting_since, front.chat_id`.compile(db),
      }),
    ),
  }
}

/** Counts threads up to `limit`. */
function countInQueue(
  param: Param<QueuePositionParams>,
  isCounted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select count(*) from (
    select 1 as one from waiting_threads as queue
    where queue.license_id = ${param('license_id')} and queue.subject = ${sql.lit(everyWaiting)} and ${isCounted}
    limit ${rowCount(param('limit'))}
  ) as ahead`
}

/** Returns the agents whom the last thread of the chat names, including members. */
function namedAgents(dialect: SqlDialect): RawBuilder<string> {
  const named = dialect.builder
    .selectFrom('thread_users')
    .innerJoin('agents', 'agents.id', 'thread_users.user_id')
    .select('thread_users.user_id')
    .where('thread_users.chat_id', '=', sql.ref<string>('chats.id'))
    .where('thread_users.thread_order', '=', sql.ref<number>('chats.thread_order'))
    .orderBy('thread_users.position')
  return dialect.jsonArray(named)
}

/**
 * Returns the condition on `waiting_threads` that a thread comes after the position and no customer in it is banned. It
 * looks up the ban per row, so that neither database scans all banned customers.
 */
function isEligible(param: Param<AssignableParams>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(waiting_threads.waiting_since, waiting_threads.chat_id) > (${param('after_since')}, ${param('after_id')})
    and coalesce((
      select max(customers.banned_until) from chat_users cross join customers
      where chat_users.chat_id = waiting_threads.chat_id and chat_users.is_present
        and customers.id = chat_users.user_id
    ), 0) <= ${param('now')}`
}

/** Returns `queue`: the first threads of each subject, up to the limit. */
function firstOfEach(param: Param<AssignableParams>): RawBuilder<unknown> {
  return sql`queue as materialized (
    select first.waiting_since, first.chat_id from given cross join lateral (
      select waiting_since, chat_id from waiting_threads
      where license_id = ${param('license_id')} and subject = given.subject and ${isEligible(param)}
      order by waiting_since, chat_id limit ${rowCount(param('limit'))}
    ) as first
  )`
}

/**
 * Returns `queue`: the threads of each subject up to a common end, the limit-th thread of the subject that reaches the
 * limit first. No thread after it can be among the first overall.
 */
function untilLastOfOne(param: Param<AssignableParams>): RawBuilder<unknown> {
  return sql`last as materialized (
    select min((
      select waiting_since from waiting_threads
      where license_id = ${param('license_id')} and subject = given.subject and ${isEligible(param)}
      order by waiting_since, chat_id limit 1 offset ${rowCount(param('last'))}
    )) as waiting_since from given
  ),
  queue as (
    select waiting_threads.waiting_since, waiting_threads.chat_id
    from last cross join given cross join waiting_threads
    where waiting_threads.license_id = ${param('license_id')} and waiting_threads.subject = given.subject
      and waiting_threads.waiting_since <= coalesce(last.waiting_since, ${sql.lit(Number.MAX_SAFE_INTEGER)})
      and ${isEligible(param)}
  )`
}
