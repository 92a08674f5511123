import { randomUUID } from 'node:crypto'
import type { Storage } from '@parley/core/storage'

const rowsPerTransaction = 2_000
/** Number of transactions that run at the same time. */
const width = 4
const chatCount = 1_000
/** A payload of the size of a short message with all its metadata. */
const payload = JSON.stringify({ action: 'incoming_event', data: { text: 'x'.repeat(300) } })

/** Stores deliveries for a webhook whose destination has been unreachable for an hour, spread over a thousand chats. */
export async function storeWaiting(
  storage: Storage,
  {
    licenseId,
    webhookId,
    count,
  }: { readonly licenseId: number; readonly webhookId: string; readonly count: number },
): Promise<void> {
  const dueFrom = Date.now() - 3_600_000
  const sequences = new Map(Array.from({ length: chatCount }, (_, index) => [`gone-${index}`, 1]))
  const store = (from: number) => {
    const length = Math.max(0, Math.min(rowsPerTransaction, count - from))
    const deliveries = Array.from({ length }, (_, index) => {
      const at = dueFrom + Math.floor((from + index) / 1_000)
      return {
        ...{ id: randomUUID(), licenseId, webhookId, chatId: `gone-${(from + index) % chatCount}` },
        ...{ payload, eventIndex: null, createdAt: at, dueAt: at },
      }
    })
    return storage.transaction((tx) => tx.outbox.add(deliveries, { sequences, orders: [] }))
  }
  for (let from = 0; from < count; from += width * rowsPerTransaction) {
    await Promise.all(Array.from({ length: width }, (_, index) => store(from + index * rowsPerTransaction)))
  }
}
