import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.js'
import { deliveryColumns, failedDeliveryColumns } from './delivery-rows.js'
import type { SqlDialect } from './dialect.js'
import { dueRowStatements } from './due-rows.js'
import { insertRows, type RowsParams } from './insert-rows.js'
import { type Param, rowCount, statement } from './statement.js'
import type { Tables } from './tables.js'

export type ClaimParams = {
  now: number
  owner: string
  lease_until: number
  /** How many are held at most. */
  limit: number
  /** How many are looked at, of which some may have to stand behind others. */
  examined: number
}
type HeldParams = { ids: readonly string[]; owner: string }
type PostponeParams = { id: string; owner: string; due_at: number }
type FailedListParams = { license_id: number; failed_at: number; id: string; limit: number }

export function outboxStatements(dialect: SqlDialect) {
  const { deleteDue } = dueRowStatements(dialect, {
    table: 'failed_deliveries',
    key: 'id',
    dueAt: 'failed_at',
  })
  return {
    deleteDue,
    ...pendingStatements(dialect),
    ...heldStatements(dialect),
    ...failedStatements(dialect),
  }
}

/** Into the outbox, in the order of the rows. */
export function insertDeliveriesStatement(dialect: SqlDialect) {
  return statement<RowsParams>(dialect, 'outbox.insert', (_, param) =>
    insertRows(dialect, 'deliveries', deliveryColumns, param),
  )
}

function pendingStatements(dialect: SqlDialect) {
  return {
    insert: insertDeliveriesStatement(dialect),
    claim: statement<ClaimParams>(dialect, 'outbox.claim', (db, param) => claim(dialect, db, param)),
    countDue: statement<{ until: number; max: number }>(dialect, 'outbox.countDue', (db, param) => ({
      // Both values of the column are named, so that it goes by the index.
      compile: () =>
        sql`select count(*) as count from (
          select 1 from deliveries where is_parked in (false, true) and due_at <= ${param('until')}
          limit ${rowCount(param('max'))}
        ) as due`.compile(db),
    })),
  }
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
    sql`with chosen as materialized (
      select id, position, webhook_id, chat_id, due_at from deliveries
      where is_parked = false and due_at <= ${param('now')} and lease_until <= ${param('now')}
      order by due_at, position limit ${rowCount(param('examined'))} ${dialect.skipLockedClause}
    ),
    placed as materialized (
      select id, position, due_at, (${inFront}) is null as is_first,
        (${inFront} ${dialect.keepClause}) is not null as is_behind
      from chosen
    ),
    ranked as materialized (
      select id, is_first, is_behind, row_number() over (order by is_first desc, due_at, position) as place
      from placed
    )
    update deliveries set
      is_parked = ranked.is_behind,
      owner = case when ranked.is_behind then null else ${param('owner')} end,
      lease_until = case when ranked.is_behind then 0 else cast(${param('lease_until')} as bigint) end
    from ranked where ranked.id = deliveries.id
      and (ranked.is_behind or (ranked.is_first and ranked.place <= ${param('limit')}))
    returning ${selection('deliveries', { ...claimedColumns, is_parked: 'boolean' })}`.compile(db)
  return { compile }
}

const claimedColumns = { ...deliveryColumns, attempt_count: 'integer', position: 'integer' } as const

function selection(table: keyof Tables, columns: ColumnTypes) {
  return sql.join(Object.keys(columns).map((name) => sql.ref(`${table}.${name}`)))
}

const lineColumns = { webhook_id: 'text', chat_id: 'text' } as const

/** A webhook and a chat. */
export type Line = { readonly webhook_id: string; readonly chat_id: string }

function heldStatements(dialect: SqlDialect) {
  return {
    remove: statement<HeldParams>(dialect, 'outbox.remove', (db, param) => ({
      compile: () =>
        sql`delete from deliveries
          where ${dialect.isOneOf(sql.ref('id'), param('ids'))} and owner = ${param('owner')}
          returning ${selection('deliveries', claimedColumns)}`.compile(db),
    })),
    // A statement of its own, after the removal: it sees whom others have parked until then.
    unpark: statement<{ lines: string }>(dialect, 'outbox.unpark', (db, param) => ({
      compile: () =>
        sql`update deliveries set is_parked = false where id in (
          select (
            select next.id from deliveries as next
            where next.webhook_id = line.webhook_id and next.chat_id = line.chat_id
            order by next.position limit 1
          ) from (${dialect.selectFromJson(lineColumns, param('lines'))}) as line
        )`.compile(db),
    })),
    postpone: statement<PostponeParams>(dialect, 'outbox.postpone', (db, param) =>
      db
        .updateTable('deliveries')
        .set({
          attempt_count: sql<number>`attempt_count + 1`,
          due_at: param('due_at'),
          owner: null,
          lease_until: 0,
        })
        .where('id', '=', param('id'))
        .where('owner', '=', param('owner')),
    ),
  }
}

function failedStatements(dialect: SqlDialect) {
  return {
    insertFailed: statement<RowsParams>(dialect, 'outbox.insertFailed', (_, param) =>
      insertRows(dialect, 'failed_deliveries', failedDeliveryColumns, param),
    ),
    removeFailed: statement<{ id: string }>(dialect, 'outbox.removeFailed', (db, param) =>
      db.deleteFrom('failed_deliveries').where('id', '=', param('id')).returningAll(),
    ),
    // Deliveries about a chat are added one after the other.
    lockChat: statement<{ id: string }>(dialect, 'outbox.lockChat', (db, param) =>
      db.selectFrom('chats').select('id').where('id', '=', param('id')).modifyEnd(dialect.lockClause),
    ),
    listFailed: statement<FailedListParams>(dialect, 'outbox.listFailed', (db, param) => ({
      compile: () =>
        sql`select ${selection('failed_deliveries', failedDeliveryColumns)} from failed_deliveries
          where license_id = ${param('license_id')} and (failed_at, id) < (${param('failed_at')}, ${param('id')})
          order by failed_at desc, id desc limit ${rowCount(param('limit'))}`.compile(db),
    })),
  }
}
