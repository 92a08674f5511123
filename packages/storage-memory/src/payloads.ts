import type { OutboxReads, OutboxUsage } from '@parley/core/storage'
import { sorted } from './order.js'
import type { DeliveryPayload } from './rows.js'
import type { Tables } from './tables.js'

/** Size that a delivery counts for without its payload, in bytes: roughly what a database needs for it. */
const deliveryBytes = 512

export function rowBytes(count: number): number {
  return count * deliveryBytes
}

export function putPayload({ deliveryPayloads }: Tables, payload: DeliveryPayload): void {
  if (deliveryPayloads.get(payload.id) === undefined) deliveryPayloads.insert(payload.id, payload)
}

export function getPayload({ deliveryPayloads }: Tables, id: string): string {
  const row = deliveryPayloads.get(id)
  if (row === undefined) throw new TypeError('the payload of a delivery is missing')
  return row.payload
}

/** Removes payloads that no delivery refers to, and returns their total size in bytes. */
export function removeUnused(tables: Tables): number {
  const { waiting, failed } = references(tables)
  const removed = tables.deliveryPayloads.deleteWhere(({ id }) => !waiting.has(id) && !failed.has(id))
  return removed.reduce((sum, row) => sum + bytesOf(row), 0)
}

export function getUsage(
  tables: Tables,
  licenseId: number,
  { after, limit }: Parameters<OutboxReads['getUsage']>[1],
): OutboxUsage {
  const { waiting, failed } = references(tables)
  const ofLicense = tables.deliveryPayloads.rows(
    (row) => row.licenseId === licenseId && row.id > (after ?? ''),
  )
  const page = sorted(ofLicense, ({ id }) => [0, id]).slice(0, limit)
  let [waitingBytes, failedBytes] = [0, 0]
  for (const row of page) {
    const waitingCount = waiting.get(row.id) ?? 0
    waitingBytes += rowBytes(waitingCount) + (waitingCount > 0 ? bytesOf(row) : 0)
    failedBytes += rowBytes(failed.get(row.id) ?? 0) + (waitingCount > 0 ? 0 : bytesOf(row))
  }
  return { waitingBytes, failedBytes, after: page.length < limit ? null : (page.at(-1)?.id ?? null) }
}

/** Returns how many waiting and failed deliveries refer to each payload. */
function references({ deliveries, failedDeliveries }: Tables) {
  return {
    waiting: countById(deliveries.rows().map(({ delivery }) => delivery.payloadId)),
    failed: countById(failedDeliveries.rows().map(({ payloadId }) => payloadId)),
  }
}

function countById(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

function bytesOf({ payload }: DeliveryPayload): number {
  return Buffer.byteLength(payload)
}
