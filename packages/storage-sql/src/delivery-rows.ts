import type { Delivery, FailedDelivery, NewDelivery, OutboxWrites } from '@parley/core/ports'
import type { RowOf } from './column-types.js'
import { integer, integerOrNull, text, textOrNull } from './columns.js'
import type { Row } from './executor.js'
import { encodeRows, type RowsParams } from './insert-rows.js'

export const deliveryColumns = {
  id: 'text',
  license_id: 'integer',
  webhook_id: 'text',
  chat_id: 'text',
  payload: 'text',
  event_order: 'integer',
  sequence: 'integer',
  created_at: 'integer',
  due_at: 'integer',
} as const

const { due_at, ...keptColumns } = deliveryColumns

export const failedDeliveryColumns = {
  ...keptColumns,
  attempt_count: 'integer',
  failed_at: 'integer',
  reason: 'text',
} as const

export type DeliveryRow = RowOf<typeof deliveryColumns>

/** What the commit gives them that nobody knew before. */
export type Allocated = Parameters<OutboxWrites['add']>[1]

export function placeDeliveries(
  deliveries: readonly NewDelivery[],
  allocated: Allocated,
): readonly DeliveryRow[] {
  return deliveries.map((delivery) => ({
    id: delivery.id,
    license_id: delivery.licenseId,
    webhook_id: delivery.webhookId,
    chat_id: delivery.chatId,
    payload: delivery.payload,
    event_order: eventOrder(delivery, allocated),
    sequence: sequence(delivery, allocated),
    created_at: delivery.createdAt,
    due_at: delivery.dueAt,
  }))
}

function eventOrder({ id, eventIndex }: NewDelivery, { orders }: Allocated): number | null {
  if (eventIndex === null) return null
  const order = orders[eventIndex]
  if (order === undefined) throw new TypeError(`delivery ${id} tells of no event of this commit`)
  return order
}

function sequence({ id, chatId }: NewDelivery, { sequences }: Allocated): number | null {
  if (chatId === null) return null
  const taken = sequences.get(chatId)
  if (taken === undefined) throw new TypeError(`delivery ${id} is about a chat without a sequence`)
  return taken
}

/** One that was given up, as if it had never been tried. */
export function retriedRow(failed: FailedDelivery, dueAt: number): DeliveryRow {
  return { ...encodeDelivery(failed), due_at: dueAt }
}

export function encodeFailed(
  deliveries: readonly Delivery[],
  { at, reason }: { readonly at: number; readonly reason: string },
): RowsParams {
  const rows = deliveries.map((delivery) => ({
    ...encodeDelivery(delivery),
    attempt_count: delivery.attemptCount,
    failed_at: at,
    reason,
  }))
  return encodeRows<typeof failedDeliveryColumns>(rows)
}

function encodeDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    license_id: delivery.licenseId,
    webhook_id: delivery.webhookId,
    chat_id: delivery.chatId,
    payload: delivery.payload,
    event_order: delivery.eventOrder,
    sequence: delivery.sequence,
    created_at: delivery.createdAt,
  }
}

export function decodeDelivery(row: Row): Delivery {
  return {
    id: text(row, 'id'),
    licenseId: integer(row, 'license_id'),
    chatId: textOrNull(row, 'chat_id'),
    webhookId: text(row, 'webhook_id'),
    payload: text(row, 'payload'),
    eventOrder: integerOrNull(row, 'event_order'),
    sequence: integerOrNull(row, 'sequence'),
    createdAt: integer(row, 'created_at'),
    attemptCount: integer(row, 'attempt_count'),
  }
}

export function decodeFailed(row: Row): FailedDelivery {
  return Object.assign(decodeDelivery(row), {
    failedAt: integer(row, 'failed_at'),
    reason: text(row, 'reason'),
  })
}
