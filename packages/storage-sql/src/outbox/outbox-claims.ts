import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ColumnTypes } from '../sql/column-types.js'
import type { SqlDialect } from '../sql/dialect.js'
import { distinctValues, nextValue } from '../sql/loose-scan.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'
import { deliveryColumns } from './delivery-rows.js'

export type ClaimParams = {
  /** Webhooks and the maximum number of deliveries of each, as JSON. */
  wanted: string
  /** Number of webhooks, which helps the planner. */
  wanted_count: number
  now: number
  owner: string
  lease_until: number
  /** Number of deliveries that are examined per webhook. Some of them may have to wait for earlier ones. */
  examined: number
}
type DueWebhooksParams = { now: number; after: string; limit: number }

export const claimedColumns = { ...deliveryColumns, attempt_count: 'integer', position: 'integer' } as const

export function selection(table: keyof Tables, columns: ColumnTypes) {
  return sql.join(Object.keys(columns).map((name) => sql.ref(`${table}.${name}`)))
}

export function claimStatements(dialect: SqlDialect) {
  return {
    claim: statement<ClaimParams>(dialect, 'outbox.claim', (db, param) => claim(dialect, db, param)),
    listDueWebhooks: statement<DueWebhooksParams>(dialect, 'outbox.listDueWebhooks', (db, param) =>
      dueWebhooks(dialect, db, param),
    ),
    countWaiting: statement<{ license_id: number; max: number }>(
      dialect,
      'outbox.countWaiting',
      (db, param) => ({
        compile: () =>
          sql`with recursive ${distinctValues('webhook', webhooksOfDeliveries)}
          select webhook.value as id, (
            select count(*) from (
              select 1 from deliveries where deliveries.webhook_id = webhook.value limit ${rowCount(param('max'))}
            ) as counted
          ) as count from webhook where ${param('license_id')} = (
            select license_id from deliveries where deliveries.webhook_id = webhook.value limit 1
          )`.compile(db),
      }),
    ),
    countDue: statement<{ until: number; max: number }>(dialect, 'outbox.countDue', (db, param) => ({
      // Naming both values of `is_parked` makes the query use the index. The cross join makes it start with the
      // webhooks.
      compile: () =>
        sql`with recursive ${distinctValues('webhook', webhooksOfDeliveries)}
        select count(*) as count from (
          select 1 from webhook cross join deliveries
          where deliveries.webhook_id = webhook.value and is_parked in (false, true) and due_at <= ${param('until')}
          limit ${rowCount(param('max'))}
        ) as due`.compile(db),
    })),
  }
}

const webhooksOfDeliveries = { table: 'deliveries', column: 'webhook_id' } as const

/** Returns the condition that a delivery is due and not known to be held. */
function isFree(now: RawBuilder<number>): RawBuilder<unknown> {
  return sql`is_parked = false and due_at <= ${now} and lease_until <= ${now}`
}

/**
 * Returns the query for webhooks with due deliveries. It goes from webhook to webhook instead of reading all
 * deliveries, and stops at the limit.
 */
function dueWebhooks(dialect: SqlDialect, db: Kysely<Tables>, param: Param<DueWebhooksParams>) {
  const firstDue = sql<string>`(select id from deliveries as due
    where due.webhook_id = webhook.id and ${isFree(param('now'))} order by due_at, position limit 1)`
  const compile = () =>
    sql`with recursive webhook (id, due_before) as (
      select ${nextValue(webhooksOfDeliveries, param('after'))}, 0
      union all
      select ${nextValue(webhooksOfDeliveries, sql.ref('webhook.id'))},
        due_before + case when ${firstDue} is null then 0 else 1 end
      from webhook where webhook.id is not null and due_before < ${rowCount(param('limit'))}
    )
    select webhook_id, license_id, due_at from deliveries
    where ${dialect.isAmong(sql.ref('deliveries.id'), sql`select ${firstDue} from webhook`)}
    order by webhook_id limit ${rowCount(param('limit'))}`.compile(db)
  return { compile }
}

/**
 * Claims the deliveries that are the first of their webhook and chat, and parks the others: no claim examines them
 * again until the one in front is gone. While a delivery is parked, the one in front is kept until the commit, so that
 * whoever removes it sees the parked one. When it cannot be kept, because another transaction is about to remove it,
 * the delivery is left as it is.
 *
 * A delivery in front was committed before the later one was added, so an older snapshot cannot miss it.
 */
function claim(dialect: SqlDialect, db: Kysely<Tables>, param: Param<ClaimParams>) {
  // With `exists`, PostgreSQL would scan the table until it finds a row.
  const inFront = sql`select front.id from deliveries as front where front.webhook_id = chosen.webhook_id
    and front.chat_id = chosen.chat_id and front.position < chosen.position order by front.position limit 1`
  const compile = () =>
    sql`with wanted as materialized (
      ${dialect.selectFromJson(wantedColumns, param('wanted'))} limit ${rowCount(param('wanted_count'))}
    ),
    chosen as materialized (${chosen(dialect, param)}),
    compared as materialized (
      select id, position, webhook_id, due_at, max_count, (${inFront}) is null as is_first,
        (${inFront} ${dialect.keepClause}) is not null as is_behind${dialect.lacksOuterReferences ? sql`, (${inFront}) as kept_key` : sql``}
      from chosen
    ),
    ranked as materialized (
      select id, is_first, is_behind, max_count${dialect.lacksOuterReferences ? sql`, kept_key` : sql``},
        row_number() over (partition by webhook_id order by is_first desc, due_at, position) as rank
      from compared
    )
    update deliveries set
      is_parked = ranked.is_behind,
      owner = case when ranked.is_behind then null else ${param('owner')} end,
      lease_until = case when ranked.is_behind then 0 else cast(${param('lease_until')} as bigint) end
    from ranked where ranked.id = deliveries.id and ${dialect.isAmong(
      sql.ref('deliveries.id'),
      sql<string>`select id from ranked where is_behind or (is_first and rank <= max_count)`,
    )} ${dialect.lacksOuterReferences ? sql`and ${isFree(param('now'))}` : sql``}
    returning ${selection('deliveries', { ...claimedColumns, is_parked: 'boolean' })}`.compile(db)
  return { compile }
}

const wantedColumns = { webhook_id: 'text', max_count: 'integer' } as const

/** Selects the due deliveries of a webhook that are not held, the oldest first. */
function free(column: RawBuilder<unknown>, param: Param<ClaimParams>): RawBuilder<unknown> {
  return sql`select ${column} from deliveries as free
    where free.webhook_id = wanted.webhook_id and ${isFree(param('now'))}
    order by due_at, position limit ${rowCount(param('examined'))}`
}

function chosen(dialect: SqlDialect, param: Param<ClaimParams>): RawBuilder<unknown> {
  if (dialect.joinsLateral) return chosenByEach(dialect, param)
  return dialect.lacksOuterReferences ? chosenByRank(param) : chosenOfOneWriter(param)
}

function chosenByEach(dialect: SqlDialect, param: Param<ClaimParams>): RawBuilder<unknown> {
  return sql`select found.*, wanted.max_count from wanted cross join lateral (
    ${free(sql`id, position, webhook_id, chat_id, due_at`, param)} ${dialect.skipLockedClause}
  ) as found`
}

/** Selects deliveries by their rank among those of their webhook. It reads all due deliveries of the webhooks. */
function chosenByRank(param: Param<ClaimParams>): RawBuilder<unknown> {
  return sql`select ordered.id, ordered.position, ordered.webhook_id, ordered.chat_id, ordered.due_at, wanted.max_count
    from wanted join (
      select free.*, row_number() over (partition by free.webhook_id order by due_at, position) as place
      from deliveries as free where free.webhook_id in (select webhook_id from wanted) and ${isFree(param('now'))}
    ) as ordered on ordered.webhook_id = wanted.webhook_id where ordered.place <= ${rowCount(param('examined'))}`
}

/**
 * Selects the deliveries to claim in a database with one writer at a time, such as SQLite. There a cross join is carried
 * out in the order in which it is written, so the deliveries are found by their row ids.
 */
function chosenOfOneWriter(param: Param<ClaimParams>): RawBuilder<unknown> {
  return sql`select id, position, deliveries.webhook_id, chat_id, due_at, max_count
    from wanted cross join deliveries where deliveries.position in (${free(sql`free.position`, param)})`
}
