import type { Delivery, FailedDelivery, NewDelivery, OutboxClaim, OutboxWrites } from '@parley/core/ports'
import { flag, integer, text } from './columns.js'
import {
  type Allocated,
  decodeDelivery,
  decodeFailed,
  encodeDeliveries,
  encodeFailed,
  encodeRetried,
  placeDeliveries,
} from './delivery-rows.js'
import { countDue } from './due-rows.js'
import { first, type Row, type SqlExecutor } from './executor.js'
import type { Line, outboxStatements } from './outbox-statements.js'

/** Of those that one statement looks at. */
const maxExamined = 10_000
/** Of statements in one claim: what it has parked is to be committed, and others wait meanwhile. */
const maxRounds = 4

export class SqlOutbox implements OutboxWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof outboxStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof outboxStatements>) {
    this.#db = db
    this.#statements = statements
  }

  countDue(until: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countDue, { until, max })
  }

  async listFailed(
    licenseId: number,
    { before, limit }: Parameters<OutboxWrites['listFailed']>[1],
  ): Promise<readonly FailedDelivery[]> {
    const { failedAt, id } = before ?? { failedAt: Number.MAX_SAFE_INTEGER, id: '' }
    const params = { license_id: licenseId, failed_at: failedAt, id, limit }
    const rows = await this.#db.all(this.#statements.listFailed, params)
    return rows.map(decodeFailed)
  }

  async add(deliveries: readonly NewDelivery[], allocated: Allocated): Promise<void> {
    if (deliveries.length === 0) return
    await this.#db.run(this.#statements.insert, encodeDeliveries(placeDeliveries(deliveries, allocated)))
  }

  async claim({ now, limit, owner, leaseUntil }: OutboxClaim): Promise<readonly Delivery[]> {
    const held: Row[] = []
    let examined = limit
    for (let round = 0; round < maxRounds && held.length < limit; round++) {
      const params = { now, owner, lease_until: leaseUntil, limit: limit - held.length, examined }
      const rows = await this.#db.all(this.#statements.claim, params)
      const claimed = rows.filter((row) => !flag(row, 'is_parked'))
      held.push(...claimed)
      if (claimed.length === rows.length) break
      // Where some stand behind others, many more may do so: after a time in which nobody claimed.
      examined = Math.min(10 * examined, maxExamined)
    }
    return held.sort(byAge).map(decodeDelivery)
  }

  async done(ids: readonly string[], owner: string): Promise<void> {
    const removed = await this.#db.all(this.#statements.remove, { ids, owner })
    await this.#letNextGo(removed)
  }

  async failed(
    id: string,
    owner: string,
    { at, nextAt, reason }: Parameters<OutboxWrites['failed']>[2],
  ): Promise<boolean> {
    if (nextAt === null) return await this.#giveUp(id, owner, at, reason)
    const count = await this.#db.run(this.#statements.postpone, { id, owner, due_at: nextAt })
    return count > 0
  }

  async retry(id: string, at: number): Promise<boolean> {
    const row = await first(this.#db, this.#statements.removeFailed, { id })
    if (row === undefined) return false
    const failed = decodeFailed(row)
    if (failed.chatId !== null) await this.#db.all(this.#statements.lockChat, { id: failed.chatId })
    await this.#db.run(this.#statements.insert, encodeRetried(failed, at))
    return true
  }

  async deleteFailedUntil(failedAt: number, limit: number): Promise<number> {
    return await this.#db.run(this.#statements.deleteDue, { until: failedAt, limit })
  }

  async #giveUp(id: string, owner: string, at: number, reason: string): Promise<boolean> {
    const removed = await this.#db.all(this.#statements.remove, { ids: [id], owner })
    for (const row of removed) {
      await this.#db.run(this.#statements.insertFailed, encodeFailed(decodeDelivery(row), at, reason))
    }
    await this.#letNextGo(removed)
    return removed.length > 0
  }

  async #letNextGo(removed: readonly Row[]): Promise<void> {
    const lines: Line[] = removed
      .filter((row) => row.chat_id !== null)
      .map((row) => ({ webhook_id: text(row, 'webhook_id'), chat_id: text(row, 'chat_id') }))
    if (lines.length > 0) await this.#db.run(this.#statements.unpark, { lines: JSON.stringify(lines) })
  }
}

function byAge(left: Row, right: Row): number {
  return (
    integer(left, 'due_at') - integer(right, 'due_at') ||
    integer(left, 'position') - integer(right, 'position')
  )
}
