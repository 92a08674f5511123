import { type RawBuilder, sql } from 'kysely'
import type { ColumnTypes } from '../sql/column-types.js'
import type { SqlDialect } from '../sql/dialect.js'
import { insertMostlyOne, insertRow } from '../sql/insert-row.js'
import { insertRows, type RowsParams } from '../sql/insert-rows.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import { deliveryColumns, failedDeliveryColumns } from './delivery-rows.js'
import { claimedColumns, claimStatements, selection } from './outbox-claims.js'
import { payloadStatements } from './payload-statements.js'

type HeldParams = { ids: readonly string[]; owner: string }
type PostponeParams = { id: string; owner: string; due_at: number }
type DueSinceParams = { webhook_id: string; until: number; now: number; limit: number }
type FailedListParams = {
  license_id: number
  failed_at: number
  id: string
  limit: number
  max_bytes: number
}
type FailedOfWebhookParams = FailedListParams & { webhook_id: string }

export function outboxStatements(dialect: SqlDialect) {
  return {
    payloads: payloadStatements(dialect),
    insert: insertMostlyOne(dialect, insertion),
    ...claimStatements(dialect),
    ...heldStatements(dialect),
    ...ofWebhookStatements(dialect),
    ...failedStatements(dialect),
  }
}

const insertion = { name: 'outbox.insert', table: 'deliveries', columns: deliveryColumns } as const

/** Returns the statement that inserts one delivery. */
export function insertDeliveryStatement(dialect: SqlDialect) {
  return insertRow(dialect, { ...insertion, name: 'outbox.insertOne' })
}

const queueColumns = { webhook_id: 'text', chat_id: 'text' } as const
const removedColumns = { ...queueColumns, payload_id: 'text' } as const

/** Identifies the queue of a webhook and a chat. */
export type DeliveryQueue = { readonly webhook_id: string; readonly chat_id: string }

function heldStatements(dialect: SqlDialect) {
  const remove = (name: string, returned: ColumnTypes) =>
    statement<HeldParams>(dialect, name, (db, param) => ({
      compile: () =>
        sql`delete from deliveries
          where ${dialect.isOneOf(sql.ref('id'), param('ids'))} and owner = ${param('owner')}
          returning ${selection('deliveries', returned)}`.compile(db),
    }))
  return {
    removeDone: remove('outbox.removeDone', removedColumns),
    removeFailing: remove('outbox.removeFailing', claimedColumns),
    // A separate statement after the removal, so that it sees what others have parked until then. It skips deliveries
    // that are not parked: a transaction that is removing one would wait for this one, and this one for it.
    unpark: statement<{ queues: string }>(dialect, 'outbox.unpark', (db, param) => ({
      compile: () =>
        sql`update deliveries set is_parked = false where is_parked = true and id in (
          select (
            select next.id from deliveries as next
            where next.webhook_id = queue.webhook_id and next.chat_id = queue.chat_id
            order by next.position limit 1
          ) from (${dialect.selectFromJson(queueColumns, param('queues'))}) as queue
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

/**
 * Returns statements for all deliveries of a webhook. They skip deliveries that another transaction is working on, so
 * nothing waits.
 */
function ofWebhookStatements(dialect: SqlDialect) {
  return {
    removeDueSince: statement<DueSinceParams>(dialect, 'outbox.removeDueSince', (db, param) => ({
      compile: () =>
        sql`with free as materialized (${dueSince(dialect, param, sql`false`)}),
        parked as materialized (${dueSince(dialect, param, sql`true`)}),
        oldest as materialized (
          select id from (select * from free union all select * from parked) as due
          order by due_at, position limit ${rowCount(param('limit'))}
        )
        delete from deliveries where ${dialect.isAmong(sql.ref('deliveries.id'), sql<string>`select id from oldest`)}
        returning ${selection('deliveries', claimedColumns)}`.compile(db),
    })),
    deleteByWebhook: statement<{ webhook_id: string; limit: number }>(
      dialect,
      'outbox.deleteByWebhook',
      (db, param) => ({
        // Parked deliveries come first, so that they need not be released before.
        compile: () =>
          sql`with chosen as materialized (
          select id from deliveries where webhook_id = ${param('webhook_id')}
          order by webhook_id desc, is_parked desc, due_at desc, position desc
          limit ${rowCount(param('limit'))} ${dialect.skipLockedClause}
        )
        delete from deliveries where ${dialect.isAmong(sql.ref('deliveries.id'), sql<string>`select id from chosen`)}
        returning ${selection('deliveries', removedColumns)}`.compile(db),
      }),
    ),
  }
}

function dueSince(
  dialect: SqlDialect,
  param: Param<DueSinceParams>,
  isParked: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select id, due_at, position from deliveries
    where webhook_id = ${param('webhook_id')} and is_parked = ${isParked}
      and due_at <= ${param('until')} and lease_until <= ${param('now')}
    order by due_at, position limit ${rowCount(param('limit'))} ${dialect.skipLockedClause}`
}

function failedStatements(dialect: SqlDialect) {
  const listed = (param: Param<FailedListParams>, isMeant: RawBuilder<unknown>) =>
    sql`select ${selection('failed_deliveries', failedDeliveryColumns)}, delivery_payloads.payload
      from (
        select failed.*, sum(payloads.bytes) over (order by failed_at desc, failed.id desc) - payloads.bytes as bytes_before
        from (
          select * from failed_deliveries
          where ${isMeant} and license_id = ${param('license_id')}
            and (failed_at, id) < (${param('failed_at')}, ${param('id')})
          order by failed_at desc, id desc limit ${rowCount(param('limit'))}
        ) as failed
        join delivery_payloads as payloads on payloads.id = failed.payload_id
      ) as failed_deliveries
      join delivery_payloads on delivery_payloads.id = failed_deliveries.payload_id
      where bytes_before < ${param('max_bytes')}
      order by failed_at desc, failed_deliveries.id desc`
  const removeOldest = <Params extends { limit: number }>(
    name: string,
    isMeant: (param: Param<Params>) => RawBuilder<unknown>,
  ) =>
    statement<Params>(dialect, name, (db, param) => ({
      // Materialized, so that the rows are chosen once. A join might choose again and find rows beyond the limit.
      compile: () =>
        sql`with oldest as materialized (
          select id from failed_deliveries where ${isMeant(param)}
          order by failed_at, id limit ${rowCount(param('limit'))} ${dialect.skipLockedClause}
        )
        delete from failed_deliveries where id in (select id from oldest) returning payload_id`.compile(db),
    }))
  return {
    insertFailed: statement<RowsParams>(dialect, 'outbox.insertFailed', (_, param) =>
      insertRows(dialect, 'failed_deliveries', failedDeliveryColumns, param),
    ),
    removeFailed: statement<{ id: string }>(dialect, 'outbox.removeFailed', (db, param) =>
      db.deleteFrom('failed_deliveries').where('id', '=', param('id')).returningAll(),
    ),
    removeFailedUntil: removeOldest<{ until: number; limit: number }>(
      'outbox.removeFailedUntil',
      (param) => sql`failed_at <= ${param('until')}`,
    ),
    removeOldestFailed: removeOldest<{ license_id: number; limit: number }>(
      'outbox.removeOldestFailed',
      (param) => sql`license_id = ${param('license_id')}`,
    ),
    // Deliveries about a chat are added one after the other.
    lockChat: statement<{ id: string }>(dialect, 'outbox.lockChat', (db, param) =>
      db.selectFrom('chats').select('id').where('id', '=', param('id')).modifyEnd(dialect.lockClause),
    ),
    listFailed: statement<FailedListParams>(dialect, 'outbox.listFailed', (db, param) => ({
      compile: () => listed(param, sql`true`).compile(db),
    })),
    listFailedByWebhook: statement<FailedOfWebhookParams>(
      dialect,
      'outbox.listFailedByWebhook',
      (db, param) => ({
        compile: () => listed(param, sql`webhook_id = ${param('webhook_id')}`).compile(db),
      }),
    ),
  }
}
