import type { DueWebhook, FailedDelivery, NewDelivery, OutboxReads, OutboxWrites } from '@parley/core/storage'
import { compare, reversed, type SortKey, sorted } from './order.js'
import { getPayload, getUsage, putPayload, removeUnused, rowBytes } from './payloads.js'
import type { PendingDelivery, StoredDelivery } from './rows.js'
import type { Run, Tables } from './tables.js'

const sortKeyOf = ({ failedAt, id }: Pick<FailedDelivery, 'failedAt' | 'id'>): SortKey => [failedAt, id]

type AllocatedNumbers = Parameters<OutboxWrites['add']>[1]

export const outboxReads = (run: Run): OutboxReads => ({
  countDue: (until, max) => run(({ deliveries }) => deliveries.countUntil(until, max)),
  listDueWebhooks: (now, { after, limit }) =>
    run((tables) => {
      const oldest = new Map<string, DueWebhook>()
      for (const { delivery, dueAt } of claimableAt(tables, now)) {
        const { webhookId, licenseId } = delivery
        const isAfter = after === null || webhookId > after
        if (isAfter && !oldest.has(webhookId)) oldest.set(webhookId, { webhookId, licenseId, dueAt })
      }
      return sorted([...oldest.values()], ({ webhookId }) => [0, webhookId]).slice(0, limit)
    }),
  listFailed: (licenseId, webhookId, { before, limit, maxBytes }) =>
    run((tables) => {
      const listed = tables.failedDeliveries.rows((failed) => {
        const isBefore = before === null || compare(sortKeyOf(failed), sortKeyOf(before)) < 0
        const isOfWebhook = webhookId === null || failed.webhookId === webhookId
        return failed.licenseId === licenseId && isOfWebhook && isBefore
      })
      const page = reversed(listed, sortKeyOf).slice(0, limit)
      let bytes = 0
      return page.flatMap(({ payloadId, ...failed }) => {
        if (bytes >= maxBytes) return []
        const payload = getPayload(tables, payloadId)
        bytes += Buffer.byteLength(payload)
        return [Object.assign(failed, { payload })]
      })
    }),
  getUsage: (licenseId, page) => run((tables) => getUsage(tables, licenseId, page)),
  countWaiting: (licenseId, max) =>
    run(({ deliveries }) => {
      const counts = new Map<string, number>()
      for (const { delivery } of deliveries.rows((row) => row.delivery.licenseId === licenseId)) {
        counts.set(delivery.webhookId, Math.min(max, (counts.get(delivery.webhookId) ?? 0) + 1))
      }
      return counts
    }),
})

export const outboxWrites = (run: Run): OutboxWrites => ({
  add: (added, allocated) => run((tables) => addDeliveries(tables, added, allocated)),
  claim: ({ now, webhooks, owner, leaseUntil }) =>
    run((tables) => {
      const left = new Map(webhooks.map(({ id, limit }) => [id, limit]))
      const claimed = claimableAt(tables, now).filter(({ delivery: { webhookId } }) => {
        const count = left.get(webhookId) ?? 0
        left.set(webhookId, count - 1)
        return count > 0
      })
      for (const { delivery } of claimed) tables.deliveries.patch(delivery.id, { owner, leaseUntil })
      return claimed.map(({ delivery: { payloadId, ...delivery } }) => {
        return Object.assign(delivery, { payload: getPayload(tables, payloadId) })
      })
    }),
  complete: (ids, owner) =>
    run((tables) => {
      for (const id of ids) {
        if (tables.deliveries.get(id)?.owner === owner) tables.deliveries.delete(id)
      }
      removeUnused(tables)
    }),
  recordFailure: (id, owner, { at, nextAt, reason }) =>
    run(({ deliveries, failedDeliveries }) => {
      const row = deliveries.get(id)
      if (row?.owner !== owner) return false
      const attempted = Object.assign({}, row.delivery, { attemptCount: row.delivery.attemptCount + 1 })
      if (nextAt !== null) {
        deliveries.patch(id, { delivery: attempted, dueAt: nextAt, owner: null, leaseUntil: 0 })
      } else {
        deliveries.delete(id)
        failedDeliveries.insert(id, Object.assign(attempted, { failedAt: at, reason }))
      }
      return true
    }),
  giveUpDue: (webhookId, dueUntil, { at, reason, limit }) =>
    run(({ deliveries, failedDeliveries }) => {
      const isMeant = (row: PendingDelivery) =>
        row.delivery.webhookId === webhookId && row.dueAt <= dueUntil && row.leaseUntil <= at
      const oldest = byAge(deliveries.rows(isMeant)).slice(0, limit)
      for (const { delivery } of oldest) {
        deliveries.delete(delivery.id)
        failedDeliveries.insert(delivery.id, Object.assign({}, delivery, { failedAt: at, reason }))
      }
      return oldest.length
    }),
  deleteByWebhook: (webhookId, limit) =>
    run((tables) => {
      const { deliveries } = tables
      const removed = deliveries.rows(({ delivery }) => delivery.webhookId === webhookId).slice(0, limit)
      for (const { delivery } of removed) deliveries.delete(delivery.id)
      return { count: removed.length, bytes: removeUnused(tables) + rowBytes(removed.length) }
    }),
  retry: (id, at) =>
    run((tables) => {
      const failed = tables.failedDeliveries.get(id)
      if (failed === undefined) return false
      tables.failedDeliveries.delete(id)
      const { failedAt: _, reason: __, ...delivery } = failed
      addPending(tables, Object.assign(delivery, { attemptCount: 0 }), at)
      return true
    }),
  deleteFailedUntil: (failedAt, limit) =>
    run((tables) => {
      const count = tables.failedDeliveries.deleteUntil(failedAt, limit)
      removeUnused(tables)
      return count
    }),
  deleteOldestFailed: (licenseId, limit) =>
    run((tables) => {
      const ofLicense = tables.failedDeliveries.rows((failed) => failed.licenseId === licenseId)
      const oldest = sorted(ofLicense, sortKeyOf).slice(0, limit)
      for (const { id } of oldest) tables.failedDeliveries.delete(id)
      return { count: oldest.length, bytes: removeUnused(tables) + rowBytes(oldest.length) }
    }),
  ...outboxReads(run),
})

export function addDeliveries(
  tables: Tables,
  added: readonly NewDelivery[],
  allocated: AllocatedNumbers,
): void {
  const idByPayload = new Map<string, string>()
  for (const { eventIndex, dueAt, payload, ...kept } of added) {
    const { sequences, orders } = allocated
    const eventOrder = eventIndex === null ? null : orders[eventIndex]
    const sequence = kept.chatId === null ? null : sequences.get(kept.chatId)
    if (eventOrder === undefined || sequence === undefined) {
      throw new TypeError(`delivery ${kept.id} refers to an event or a chat that is not part of this commit`)
    }
    const key = JSON.stringify([kept.licenseId, payload])
    const payloadId = idByPayload.get(key) ?? kept.id
    idByPayload.set(key, payloadId)
    putPayload(tables, { id: payloadId, licenseId: kept.licenseId, payload })
    addPending(tables, Object.assign(kept, { payloadId, eventOrder, sequence, attemptCount: 0 }), dueAt)
  }
}

function addPending({ deliveries, nextPosition }: Tables, delivery: StoredDelivery, dueAt: number): void {
  deliveries.insert(delivery.id, { delivery, position: nextPosition(), dueAt, owner: null, leaseUntil: 0 })
}

/** Returns the deliveries that can be claimed, the oldest first. */
function claimableAt(tables: Tables, now: number): readonly PendingDelivery[] {
  return byAge(firstOfEachQueue(tables).filter((row) => row.dueAt <= now && row.leaseUntil <= now))
}

function byAge(rows: readonly PendingDelivery[]): readonly PendingDelivery[] {
  return sorted(
    sorted(rows, ({ position }) => [position, '']),
    ({ dueAt }) => [dueAt, ''],
  )
}

/** Returns the first delivery of each webhook and chat, in the order in which they were added. */
function firstOfEachQueue({ deliveries }: Tables): readonly PendingDelivery[] {
  const queues = new Set<string>()
  const inOrder = sorted(deliveries.rows(), ({ position }) => [position, ''])
  return inOrder.filter(({ delivery: { webhookId, chatId } }) => {
    const queue = JSON.stringify([webhookId, chatId])
    const isFirst = chatId === null || !queues.has(queue)
    queues.add(queue)
    return isFirst
  })
}
