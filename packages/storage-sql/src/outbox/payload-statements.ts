import { sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { insertMostlyOne, insertRow } from '../sql/insert-row.js'
import { rowCount, statement } from '../sql/statement.js'
import { payloadColumns } from './delivery-rows.js'

/** Size that the row of a delivery counts for, with its indexes and without its payload, in bytes. */
export const deliveryRowBytes = 512

const insertion = { name: 'payloads.insert', table: 'delivery_payloads', columns: payloadColumns } as const
const referenceColumns = { id: 'text', waiting: 'integer', failed: 'integer' } as const

/**
 * Statements for the payloads of deliveries. Each payload counts the deliveries that refer to it and is removed with
 * the last of them.
 */
export function payloadStatements(dialect: SqlDialect) {
  const among = (ids: ReturnType<typeof sql<readonly string[]>>) =>
    dialect.isOneOf(sql.ref<string>('id'), ids)
  return {
    insert: insertMostlyOne(dialect, insertion),
    list: statement<{ ids: readonly string[] }>(dialect, 'payloads.list', (db, param) =>
      db
        .selectFrom('delivery_payloads')
        .select(['id', 'payload'])
        .where(among(param('ids'))),
    ),
    // In the order of the ids, so that two nodes whose deliveries share several payloads cannot deadlock.
    lock: statement<{ ids: readonly string[] }>(dialect, 'payloads.lock', (db, param) =>
      db
        .selectFrom('delivery_payloads')
        .select('id')
        .where(among(param('ids')))
        .orderBy('id')
        .modifyEnd(dialect.lockClause),
    ),
    count: statement<{ references: string }>(dialect, 'payloads.count', (db, param) => ({
      compile: () =>
        sql`update delivery_payloads set
            waiting_count = waiting_count + given.waiting, failed_count = failed_count + given.failed
          from (${dialect.selectFromJson(referenceColumns, param('references'))}) as given
          where delivery_payloads.id = given.id`.compile(db),
    })),
    removeUnused: statement<{ ids: readonly string[] }>(dialect, 'payloads.removeUnused', (db, param) =>
      db
        .deleteFrom('delivery_payloads')
        .where(among(param('ids')))
        .where('waiting_count', '=', 0)
        .where('failed_count', '=', 0)
        .returning('bytes'),
    ),
    usage: statement<{ license_id: number; after: string; limit: number }>(
      dialect,
      'payloads.usage',
      (db, param) => ({
        compile: () =>
          sql`select count(*) as count, max(id) as last,
            cast(coalesce(sum(case when waiting_count > 0 then bytes else 0 end
              + waiting_count * ${sql.lit(deliveryRowBytes)}), 0) as bigint) as waiting_bytes,
            cast(coalesce(sum(case when waiting_count > 0 then 0 else bytes end
              + failed_count * ${sql.lit(deliveryRowBytes)}), 0) as bigint) as failed_bytes
          from (
            select id, bytes, waiting_count, failed_count from delivery_payloads
            where license_id = ${param('license_id')} and id > ${param('after')}
            order by id limit ${rowCount(param('limit'))}
          ) as page`.compile(db),
      }),
    ),
  }
}

/** Returns the statement that inserts one payload. */
export function insertPayloadStatement(dialect: SqlDialect) {
  return insertRow(dialect, { ...insertion, name: 'payloads.insertOne' })
}
