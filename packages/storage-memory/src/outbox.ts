import type { Delivery, FailedDelivery, NewDelivery, OutboxReads, OutboxWrites } from '@parley/core/ports'
import { compare, type Place, reversed, sorted } from './order.js'
import type { PendingDelivery } from './rows.js'
import type { Run, Tables } from './tables.js'

const placeOf = ({ failedAt, id }: Pick<FailedDelivery, 'failedAt' | 'id'>): Place => [failedAt, id]

type Allocated = Parameters<OutboxWrites['add']>[1]

export const outboxReads = (run: Run): OutboxReads => ({
  countDue: (until, max) => run(({ deliveries }) => deliveries.countUntil(until, max)),
  listFailed: (licenseId, { before, limit }) =>
    run(({ failedDeliveries }) => {
      const listed = failedDeliveries.rows((failed) => {
        const isBefore = before === null || compare(placeOf(failed), placeOf(before)) < 0
        return failed.licenseId === licenseId && isBefore
      })
      return reversed(listed, placeOf).slice(0, limit)
    }),
})

export const outboxWrites = (run: Run): OutboxWrites => ({
  add: (added, allocated) => run((tables) => addDeliveries(tables, added, allocated)),
  claim: ({ now, limit, owner, leaseUntil }) =>
    run((tables) => {
      const free = firstOfEachLine(tables).filter((row) => row.dueAt <= now && row.leaseUntil <= now)
      const claimed = sorted(free, ({ dueAt }) => [dueAt, '']).slice(0, limit)
      for (const { delivery } of claimed) tables.deliveries.patch(delivery.id, { owner, leaseUntil })
      return claimed.map(({ delivery }) => delivery)
    }),
  done: (ids, owner) =>
    run(({ deliveries }) => {
      for (const id of ids) if (deliveries.get(id)?.owner === owner) deliveries.delete(id)
    }),
  failed: (id, owner, { at, nextAt, reason }) =>
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
  retry: (id, at) =>
    run((tables) => {
      const failed = tables.failedDeliveries.delete(id)
      if (failed === undefined) return false
      const { failedAt: _, reason: __, ...delivery } = failed
      addPending(tables, Object.assign(delivery, { attemptCount: 0 }), at)
      return true
    }),
  deleteFailedUntil: (failedAt, limit) =>
    run(({ failedDeliveries }) => failedDeliveries.deleteUntil(failedAt, limit)),
  ...outboxReads(run),
})

export function addDeliveries(tables: Tables, added: readonly NewDelivery[], allocated: Allocated): void {
  for (const { eventIndex, ...kept } of added) {
    const { sequences, orders } = allocated
    const eventOrder = eventIndex === null ? null : orders[eventIndex]
    const sequence = kept.chatId === null ? null : sequences.get(kept.chatId)
    if (eventOrder === undefined || sequence === undefined) {
      throw new TypeError(`delivery ${kept.id} tells of an event or a chat that is none of this commit's`)
    }
    addPending(tables, Object.assign(kept, { eventOrder, sequence, attemptCount: 0 }), kept.createdAt)
  }
}

function addPending({ deliveries, nextPosition }: Tables, delivery: Delivery, dueAt: number): void {
  deliveries.insert(delivery.id, { delivery, position: nextPosition(), dueAt, owner: null, leaseUntil: 0 })
}

/** In the order in which they were added, of each webhook and chat only the first. */
function firstOfEachLine({ deliveries }: Tables): readonly PendingDelivery[] {
  const lines = new Set<string>()
  const inOrder = sorted(deliveries.rows(), ({ position }) => [position, ''])
  return inOrder.filter(({ delivery: { webhookId, chatId } }) => {
    const line = JSON.stringify([webhookId, chatId])
    const isFirst = chatId === null || !lines.has(line)
    lines.add(line)
    return isFirst
  })
}
