import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ColumnTypes } from './column-types.js'
import { deliveryColumns } from './delivery-rows.js'
import type { SqlDialect } from './dialect.js'
import { distinctValues, nextValue } from './loose-scan.js'
import { type Param, rowCount, statement } from './statement.js'
import type { Tables } from './tables.js'

export type ClaimParams = {
  /** JSON: of which webhooks, and how many of each are held at most. */
  wanted: string
  /** How many webhooks these are, which tells the planner what to expect. */
  wanted_count: number
  now: number
  owner: string
  lease_until: number
  /** How many of each are looked at, of which some may have to stand behind others. */
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
      // Both values of the column are named, so that it goes by the index; a cross join, so that it begins with the webhooks.
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

/** Due and held by nobody, as far as is known. */
function isFree(now: RawBuilder<number>): RawBuilder<unknown> {
  return sql`is_parked = false and due_at <= ${now} and lease_until <= ${now}`
}

/** Goes from webhook to webhook, not from delivery to delivery, and no further than to the last that is wanted. */
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
 * Holds those that are first of their webhook and chat, and parks the others: no claim looks at them again before the
 * one in front is gone. Who parks one keeps another in front of it there until the commit, so that whoever removes
 * that one finds it parked. Where that cannot be kept, because others are about to remove it, it stays as it is.
 *
 * What stands in front of a delivery was committed before it was added, so an old view of the table cannot miss it.
 */
function claim(dialect: SqlDialect, db: Kysely<Tables>, param: Param<ClaimParams>) {
  // Not `exists`, for which PostgreSQL would rather read the table until it meets one.
  const inFront = sql`select front.id from deliveries as front where front.webhook_id = chosen.webhook_id
    and front.chat_id = chosen.chat_id and front.position < chosen.position order by front.position limit 1`
  const compile = () =>
    sql`with wanted as materialized (
      ${dialect.selectFromJson(wantedColumns, param('wanted'))} limit ${rowCount(param('wanted_count'))}
    ),
    chosen as materialized (${dialect.joinsLateral ? chosenByEach(dialect, param) : chosenOfOneWriter(param)}),
    placed as materialized (
      select id, position, webhook_id, due_at, max_count, (${inFront}) is null as is_first,
        (${inFront} ${dialect.keepClause}) is not null as is_behind
      from chosen
    ),
    ranked as materialized (
      select id, is_first, is_behind, max_count,
        row_number() over (partition by webhook_id order by is_first desc, due_at, position) as place
      from placed
    )
    update deliveries set
      is_parked = ranked.is_behind,
      owner = case when ranked.is_behind then null else ${param('owner')} end,
      lease_until = case when ranked.is_behind then 0 else cast(${param('lease_until')} as bigint) end
    from ranked where ranked.id = deliveries.id and ${dialect.isAmong(
      sql.ref('deliveries.id'),
      sql<string>`select id from ranked where is_behind or (is_first and place <= max_count)`,
    )}
    returning ${selection('deliveries', { ...claimedColumns, is_parked: 'boolean' })}`.compile(db)
  return { compile }
}

const wantedColumns = { webhook_id: 'text', max_count: 'integer' } as const

/** Those of a webhook that are due and held by nobody, the oldest first. */
function free(column: RawBuilder<unknown>, param: Param<ClaimParams>): RawBuilder<unknown> {
  return sql`select ${column} from deliveries as free
    where free.webhook_id = wanted.webhook_id and ${isFree(param('now'))}
    order by due_at, position limit ${rowCount(param('examined'))}`
}

function chosenByEach(dialect: SqlDialect, param: Param<ClaimParams>): RawBuilder<unknown> {
  return sql`select found.*, wanted.max_count from wanted cross join lateral (
    ${free(sql`id, position, webhook_id, chat_id, due_at`, param)} ${dialect.skipLockedClause}
  ) as found`
}

/** A cross join, which SQLite takes in its order: so the deliveries are found by their row ids. */
function chosenOfOneWriter(param: Param<ClaimParams>): RawBuilder<unknown> {
  return sql`select id, position, deliveries.webhook_id, chat_id, due_at, max_count
    from wanted cross join deliveries where deliveries.position in (${free(sql`free.position`, param)})`
}
