import type { Delivery, NewDelivery, OutboxClaim } from '@parley/core/storage'
import type { StorageContext } from './storage-context.js'

/** Asks for up to `limit` deliveries of each webhook. */
export const ofEach = (limit: number, ...ids: readonly string[]) => ids.map((id) => ({ id, limit }))

/** A time later than any other in these cases. */
export const late = 1_767_225_600_000

/** Stores the deliveries, each with the next sequence of its chat. */
export async function givenDeliveries(
  { write }: StorageContext,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const chatIds = [...new Set(deliveries.flatMap(({ chatId }) => chatId ?? []))]
  await write(async (tx) => {
    const taken = await tx.chats.takeSequences(chatIds, 2_000)
    const sequences = new Map(chatIds.map((chatId, index) => [chatId, taken[index]?.sequence ?? 0]))
    await tx.outbox.add(deliveries, { sequences, orders: [] })
  })
}

export function claim(
  { write }: StorageContext,
  values: Partial<OutboxClaim> = {},
): Promise<readonly Delivery[]> {
  const now = values.now ?? 3_000
  const usual = { now, webhooks: ofEach(10, 'webhook', 'another'), owner: 'node', leaseUntil: now + 1_000 }
  return write((tx) => tx.outbox.claim({ ...usual, ...values }))
}

export async function claimIds(context: StorageContext, values: Partial<OutboxClaim> = {}) {
  return (await claim(context, values)).map(({ id }) => id)
}

export const done = ({ write }: StorageContext, ...ids: string[]) =>
  write((tx) => tx.outbox.complete(ids, 'node'))
export const giveUp = ({ write }: StorageContext, id: string, at: number) =>
  write((tx) => tx.outbox.recordFailure(id, 'node', { at, nextAt: null, reason: 'status 500' }))
