import type { IdempotencyRecord, IdempotencyRecordWrites } from '@parley/core/storage'
import { integer, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { countDue, dueRowStatements } from '../sql/due-rows.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { statement } from '../sql/statement.js'

function decodeRecord(row: Row): IdempotencyRecord {
  return {
    key: text(row, 'key'),
    payloadHash: text(row, 'payload_hash'),
    response: text(row, 'response'),
    createdAt: integer(row, 'created_at'),
  }
}

type InsertParams = { key: string; payload_hash: string; response: string; created_at: number; since: number }

export function idempotencyRecordStatements(dialect: SqlDialect) {
  return {
    get: statement<{ key: string; since: number }>(dialect, 'idempotencyRecords.get', (db, param) =>
      db
        .selectFrom('answers')
        .select(['key', 'payload_hash', 'response', 'created_at'])
        .where('key', '=', param('key'))
        .where('created_at', '>', param('since')),
    ),
    // The upsert waits for another transaction that writes the same key, and then sees its row.
    insert: statement<InsertParams>(dialect, 'idempotencyRecords.insert', (db, param) =>
      db
        .insertInto('answers')
        .values({
          key: param('key'),
          payload_hash: param('payload_hash'),
          response: param('response'),
          created_at: param('created_at'),
        })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet((row) => ({
              payload_hash: row.ref('excluded.payload_hash'),
              response: row.ref('excluded.response'),
              created_at: row.ref('excluded.created_at'),
            }))
            .where('answers.created_at', '<=', param('since')),
        ),
    ),
    ...dueRowStatements(dialect, { table: 'answers', key: 'key', dueAt: 'created_at' }),
  }
}

export class SqlIdempotencyRecords implements IdempotencyRecordWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof idempotencyRecordStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof idempotencyRecordStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async get(key: string, since: number): Promise<IdempotencyRecord | undefined> {
    const row = await first(this.#db, this.#statements.get, { key, since })
    return row && decodeRecord(row)
  }

  async insert(record: IdempotencyRecord, since: number): Promise<'inserted' | 'duplicate'> {
    const { key, payloadHash, response, createdAt } = record
    const params = { key, payload_hash: payloadHash, response, created_at: createdAt, since }
    const count = await this.#db.run(this.#statements.insert, params)
    return count === 0 ? 'duplicate' : 'inserted'
  }

  countUntil(createdAt: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countDue, { until: createdAt, max })
  }

  async deleteUntil(createdAt: number, limit: number): Promise<number> {
    return await this.#db.run(this.#statements.deleteDue, { until: createdAt, limit })
  }
}
