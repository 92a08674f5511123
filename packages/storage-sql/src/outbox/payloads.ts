import { integer, text, textOrNull } from '../sql/columns.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { runInsert } from '../sql/insert-row.js'
import type { PayloadRow } from './delivery-rows.js'
import { deliveryRowBytes, type payloadStatements } from './payload-statements.js'

/** How the counts of a payload change for each given delivery. */
export interface ReferenceChange {
  readonly waiting: -1 | 0 | 1
  readonly failed: -1 | 0 | 1
}

/** Payloads of the outbox, as {@link SqlOutbox} uses them. */
export class SqlPayloads {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof payloadStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof payloadStatements>) {
    this.#db = db
    this.#statements = statements
  }

  add(rows: readonly PayloadRow[]): Promise<void> {
    return runInsert(this.#db, this.#statements.insert, rows)
  }

  /** Returns the payloads of these deliveries by id. */
  async list(deliveries: readonly Row[]): Promise<ReadonlyMap<string, string>> {
    if (deliveries.length === 0) return new Map()
    const ids = [...new Set(deliveries.map((row) => text(row, 'payload_id')))]
    const rows = await this.#db.all(this.#statements.list, { ids })
    return new Map(rows.map((row) => [text(row, 'id'), text(row, 'payload')]))
  }

  /** Updates the reference counts, and removes payloads without references. Returns the freed bytes. */
  async change(deliveries: readonly Row[], { waiting, failed }: ReferenceChange): Promise<number> {
    if (deliveries.length === 0) return 0
    const counts = new Map<string, number>()
    for (const row of deliveries) {
      const id = text(row, 'payload_id')
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const ids = [...counts.keys()]
    const references = [...counts].map(([id, count]) => {
      return { id, waiting: waiting * count, failed: failed * count }
    })
    if (ids.length > 1) await this.#db.all(this.#statements.lock, { ids })
    await this.#db.run(this.#statements.count, { references: JSON.stringify(references) })
    if (waiting + failed >= 0) return 0
    const removed = await this.#db.all(this.#statements.removeUnused, { ids })
    return removed.reduce((sum, row) => sum + integer(row, 'bytes'), deliveries.length * deliveryRowBytes)
  }

  async getUsage(licenseId: number, after: string | null, limit: number) {
    const params = { license_id: licenseId, after: after ?? '', limit }
    const row = await first(this.#db, this.#statements.usage, params)
    if (row === undefined) throw new TypeError('the database returned no count')
    return {
      waitingBytes: integer(row, 'waiting_bytes'),
      failedBytes: integer(row, 'failed_bytes'),
      after: integer(row, 'count') < limit ? null : textOrNull(row, 'last'),
    }
  }
}
