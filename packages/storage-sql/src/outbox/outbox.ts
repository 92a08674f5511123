import type {
  Delivery,
  DueWebhook,
  FailedDelivery,
  FailedPage,
  NewDelivery,
  OutboxClaim,
  OutboxUsage,
  OutboxWrites,
  RemovedDeliveries,
} from '@parley/core/storage'
import { flag, integer, text } from '../sql/columns.js'
import { countDue } from '../sql/due-rows.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { runInsert } from '../sql/insert-row.js'
import {
  type AllocatedNumbers,
  decodeDelivery,
  decodeFailed,
  deliveryRows,
  encodeFailed,
  retriedRow,
} from './delivery-rows.js'
import type { DeliveryQueue, outboxStatements } from './outbox-statements.js'
import { SqlPayloads } from './payloads.js'

/**
 * Maximum number of deliveries that one statement examines, shared among the webhooks. A higher limit of a claim takes
 * precedence.
 */
const maxExamined = 10_000
/** Maximum number of statements per claim. A claim has to commit what it has parked, and others wait meanwhile. */
const maxRounds = 4

export class SqlOutbox implements OutboxWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof outboxStatements>
  readonly #payloads: SqlPayloads

  constructor(db: SqlExecutor, statements: ReturnType<typeof outboxStatements>) {
    this.#db = db
    this.#payloads = new SqlPayloads(db, statements.payloads)
    this.#statements = statements
  }

  countDue(until: number, max: number): Promise<number> {
    return countDue(this.#db, this.#statements.countDue, { until, max })
  }

  async listDueWebhooks(
    now: number,
    { after, limit }: Parameters<OutboxWrites['listDueWebhooks']>[1],
  ): Promise<readonly DueWebhook[]> {
    const params = { now, after: after ?? '', limit }
    const rows = await this.#db.all(this.#statements.listDueWebhooks, params)
    return rows.map((row) => ({
      webhookId: text(row, 'webhook_id'),
      licenseId: integer(row, 'license_id'),
      dueAt: integer(row, 'due_at'),
    }))
  }

  async listFailed(
    licenseId: number,
    webhookId: string | null,
    { before, limit, maxBytes }: FailedPage,
  ): Promise<readonly FailedDelivery[]> {
    const { failedAt, id } = before ?? { failedAt: Number.MAX_SAFE_INTEGER, id: '' }
    const params = { license_id: licenseId, failed_at: failedAt, id, limit, max_bytes: maxBytes }
    const rows =
      webhookId === null
        ? await this.#db.all(this.#statements.listFailed, params)
        : await this.#db.all(this.#statements.listFailedByWebhook, { ...params, webhook_id: webhookId })
    return rows.map(decodeFailed)
  }

  async add(deliveries: readonly NewDelivery[], allocated: AllocatedNumbers): Promise<void> {
    const rows = deliveryRows(deliveries, allocated)
    await this.#payloads.add(rows.payloads)
    await runInsert(this.#db, this.#statements.insert, rows.deliveries)
  }

  async claim({ webhooks, now, owner, leaseUntil }: OutboxClaim): Promise<readonly Delivery[]> {
    const held: Row[] = []
    const times = { now, owner, lease_until: leaseUntil }
    let wanted: ClaimedWebhooks = webhooks.filter(({ limit }) => limit > 0)
    for (let round = 0; round < maxRounds && wanted.length > 0; round++) {
      const encoded = wanted.map(({ id, limit }) => ({ webhook_id: id, max_count: limit }))
      const given = { wanted: JSON.stringify(encoded), wanted_count: wanted.length }
      const params = { ...given, ...times, examined: examinedOf(wanted, round) }
      const rows = await this.#db.all(this.#statements.claim, params)
      held.push(...rows.filter((row) => !flag(row, 'is_parked')))
      wanted = stillWanted(wanted, rows)
    }
    const payloads = await this.#payloads.list(held)
    return held.sort(byAge).map((row) => decodeDelivery(row, payloadOf(row, payloads)))
  }

  async complete(ids: readonly string[], owner: string): Promise<void> {
    const removed = await this.#db.all(this.#statements.removeDone, { ids, owner })
    await this.#payloads.change(removed, { waiting: -1, failed: 0 })
    await this.#releaseNext(removed)
  }

  async recordFailure(
    id: string,
    owner: string,
    { at, nextAt, reason }: Parameters<OutboxWrites['recordFailure']>[2],
  ): Promise<boolean> {
    if (nextAt === null) return await this.#giveUp(id, owner, { at, reason })
    const count = await this.#db.run(this.#statements.postpone, { id, owner, due_at: nextAt })
    return count > 0
  }

  async retry(id: string, at: number): Promise<boolean> {
    const row = await first(this.#db, this.#statements.removeFailed, { id })
    if (row === undefined) return false
    if (row.chat_id !== null) await this.#db.all(this.#statements.lockChat, { id: text(row, 'chat_id') })
    await runInsert(this.#db, this.#statements.insert, [retriedRow(row, at)])
    await this.#payloads.change([row], { waiting: 1, failed: -1 })
    return true
  }

  async giveUpDue(
    webhookId: string,
    dueUntil: number,
    { at, reason, limit }: Parameters<OutboxWrites['giveUpDue']>[2],
  ): Promise<number> {
    const params = { webhook_id: webhookId, until: dueUntil, now: at, limit }
    const removed = await this.#db.all(this.#statements.removeDueSince, params)
    if (removed.length === 0) return 0
    await this.#putFailed(removed, { at, reason, attempts: 0 })
    await this.#releaseNext(removed)
    return removed.length
  }

  async deleteByWebhook(webhookId: string, limit: number): Promise<RemovedDeliveries> {
    const removed = await this.#db.all(this.#statements.deleteByWebhook, { webhook_id: webhookId, limit })
    const bytes = await this.#payloads.change(removed, { waiting: -1, failed: 0 })
    await this.#releaseNext(removed)
    return { count: removed.length, bytes }
  }

  async deleteFailedUntil(failedAt: number, limit: number): Promise<number> {
    const removed = await this.#db.all(this.#statements.removeFailedUntil, { until: failedAt, limit })
    await this.#payloads.change(removed, { waiting: 0, failed: -1 })
    return removed.length
  }

  async deleteOldestFailed(licenseId: number, limit: number): Promise<RemovedDeliveries> {
    const params = { license_id: licenseId, limit }
    const removed = await this.#db.all(this.#statements.removeOldestFailed, params)
    const bytes = await this.#payloads.change(removed, { waiting: 0, failed: -1 })
    return { count: removed.length, bytes }
  }

  getUsage(
    licenseId: number,
    { after, limit }: Parameters<OutboxWrites['getUsage']>[1],
  ): Promise<OutboxUsage> {
    return this.#payloads.getUsage(licenseId, after, limit)
  }

  async countWaiting(licenseId: number, max: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#db.all(this.#statements.countWaiting, { license_id: licenseId, max })
    return new Map(rows.map((row) => [text(row, 'id'), integer(row, 'count')]))
  }

  async #giveUp(
    id: string,
    owner: string,
    outcome: { readonly at: number; readonly reason: string },
  ): Promise<boolean> {
    const removed = await this.#db.all(this.#statements.removeFailing, { ids: [id], owner })
    if (removed.length === 0) return false
    await this.#putFailed(removed, { ...outcome, attempts: 1 })
    await this.#releaseNext(removed)
    return true
  }

  async #putFailed(removed: readonly Row[], outcome: Parameters<typeof encodeFailed>[1]): Promise<void> {
    await this.#db.run(this.#statements.insertFailed, encodeFailed(removed, outcome))
    await this.#payloads.change(removed, { waiting: -1, failed: 1 })
  }

  async #releaseNext(removed: readonly Row[]): Promise<void> {
    const queues = new Map<string, DeliveryQueue>()
    for (const row of removed) {
      if (row.chat_id === null) continue
      const queue = { webhook_id: text(row, 'webhook_id'), chat_id: text(row, 'chat_id') }
      queues.set(JSON.stringify(queue), queue)
    }
    if (queues.size === 0) return
    await this.#db.run(this.#statements.unpark, { queues: JSON.stringify([...queues.values()]) })
  }
}

function payloadOf(delivery: Row, payloads: ReadonlyMap<string, string>): string {
  const payload = payloads.get(text(delivery, 'payload_id'))
  if (payload === undefined) throw new TypeError('the payload of a delivery is missing')
  return payload
}

type ClaimedWebhooks = OutboxClaim['webhooks']

/**
 * Returns how many deliveries to examine per webhook. The number grows each round, because many more may be waiting
 * behind others after a time without claims.
 */
function examinedOf(wanted: ClaimedWebhooks, round: number): number {
  const most = Math.max(...wanted.map(({ limit }) => limit))
  const share = Math.floor(maxExamined / wanted.length)
  return Math.max(most, Math.min(most * 10 ** round, share))
}

/**
 * Returns the webhooks of which deliveries were parked and fewer than the limit were claimed, with the remaining
 * limits.
 */
function stillWanted(wanted: ClaimedWebhooks, rows: readonly Row[]): ClaimedWebhooks {
  const parked = countByWebhook(rows, true)
  const held = countByWebhook(rows, false)
  return wanted.flatMap(({ id, limit }) => {
    const left = limit - (held.get(id) ?? 0)
    return parked.has(id) && left > 0 ? [{ id, limit: left }] : []
  })
}

function countByWebhook(rows: readonly Row[], isParked: boolean): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const id = text(row, 'webhook_id')
    if (flag(row, 'is_parked') === isParked) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

function byAge(left: Row, right: Row): number {
  return (
    integer(left, 'due_at') - integer(right, 'due_at') ||
    integer(left, 'position') - integer(right, 'position')
  )
}
