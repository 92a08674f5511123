import type { Delivery, FailedDelivery, NewDelivery, OutboxWrites } from '@parley/core/storage'
import type { RowOf } from '../sql/column-types.js'
import { integer, integerOrNull, text, textOrNull } from '../sql/columns.js'
import type { Row } from '../sql/executor.js'
import { encodeRows, type RowsParams } from '../sql/insert-rows.js'

/** Columns of a new delivery. */
export const deliveryColumns = {
  id: 'text',
  license_id: 'integer',
  webhook_id: 'text',
  chat_id: 'text',
  payload_id: 'text',
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

/** Columns of a payload, which any number of deliveries share. `waiting_count` is the number of waiting ones. */
export const payloadColumns = {
  id: 'text',
  license_id: 'integer',
  bytes: 'integer',
  waiting_count: 'integer',
  payload: 'text',
} as const

/** A new row of `deliveries`. */
export type DeliveryRow = RowOf<typeof deliveryColumns>
/** A new row of `delivery_payloads`. */
export type PayloadRow = RowOf<typeof payloadColumns>

/** Rows of deliveries and of the payloads that they refer to. */
export interface DeliveryRows {
  readonly deliveries: readonly DeliveryRow[]
  readonly payloads: readonly PayloadRow[]
}

/** Sequences and orders that the commit has allocated. */
export type AllocatedNumbers = Parameters<OutboxWrites['add']>[1]

/** Returns the rows of deliveries and payloads with their sequences and orders. */
export function deliveryRows(deliveries: readonly NewDelivery[], allocated: AllocatedNumbers): DeliveryRows {
  const payloads = new SharedPayloads()
  const rows = deliveries.map((delivery) => ({
    id: delivery.id,
    license_id: delivery.licenseId,
    webhook_id: delivery.webhookId,
    chat_id: delivery.chatId,
    payload_id: payloads.refer(delivery),
    event_order: eventOrder(delivery, allocated),
    sequence: sequence(delivery, allocated),
    created_at: delivery.createdAt,
    due_at: delivery.dueAt,
  }))
  return { deliveries: rows, payloads: payloads.rows }
}

interface SharedPayload {
  readonly row: PayloadRow
  readonly id: string
  count: number
}

/** Collects each distinct payload of a license once. Its id is that of the first delivery that refers to it. */
class SharedPayloads {
  readonly #byLicense = new Map<number, Map<string, SharedPayload>>()

  refer({ id, licenseId, payload }: NewDelivery): string {
    const byText = this.#byLicense.get(licenseId) ?? new Map<string, SharedPayload>()
    this.#byLicense.set(licenseId, byText)
    const known = byText.get(payload)
    if (known !== undefined) {
      known.count += 1
      return known.id
    }
    const bytes = Buffer.byteLength(payload)
    byText.set(payload, {
      id,
      row: { id, license_id: licenseId, bytes, waiting_count: 1, payload },
      count: 1,
    })
    return id
  }

  get rows(): readonly PayloadRow[] {
    const all = [...this.#byLicense.values()].flatMap((byText) => [...byText.values()])
    return all.map(({ row, count }) => Object.assign(row, { waiting_count: count }))
  }
}

function eventOrder({ id, eventIndex }: NewDelivery, { orders }: AllocatedNumbers): number | null {
  if (eventIndex === null) return null
  const order = orders[eventIndex]
  if (order === undefined) throw new TypeError(`delivery ${id} refers to no event of this commit`)
  return order
}

function sequence({ id, chatId }: NewDelivery, { sequences }: AllocatedNumbers): number | null {
  if (chatId === null) return null
  const taken = sequences.get(chatId)
  if (taken === undefined) throw new TypeError(`delivery ${id} is about a chat without a sequence`)
  return taken
}

/** Returns the row of a failed delivery that is retried as if it had never been tried. */
export function retriedRow(failed: Row, dueAt: number): DeliveryRow {
  return { ...keptOf(failed), due_at: dueAt }
}

/** Encodes deliveries that were given up. `attempts` is added to the attempt count of each row. */
export function encodeFailed(
  deliveries: readonly Row[],
  { at, reason, attempts }: { readonly at: number; readonly reason: string; readonly attempts: number },
): RowsParams {
  const rows = deliveries.map((row) => ({
    ...keptOf(row),
    attempt_count: integer(row, 'attempt_count') + attempts,
    failed_at: at,
    reason,
  }))
  return encodeRows<typeof failedDeliveryColumns>(rows)
}

function keptOf(row: Row) {
  return {
    id: text(row, 'id'),
    license_id: integer(row, 'license_id'),
    webhook_id: text(row, 'webhook_id'),
    chat_id: textOrNull(row, 'chat_id'),
    payload_id: text(row, 'payload_id'),
    event_order: integerOrNull(row, 'event_order'),
    sequence: integerOrNull(row, 'sequence'),
    created_at: integer(row, 'created_at'),
  }
}

export function decodeDelivery(row: Row, payload: string): Delivery {
  return {
    id: text(row, 'id'),
    licenseId: integer(row, 'license_id'),
    chatId: textOrNull(row, 'chat_id'),
    webhookId: text(row, 'webhook_id'),
    payload,
    eventOrder: integerOrNull(row, 'event_order'),
    sequence: integerOrNull(row, 'sequence'),
    createdAt: integer(row, 'created_at'),
    attemptCount: integer(row, 'attempt_count'),
  }
}

export function decodeFailed(row: Row): FailedDelivery {
  return Object.assign(decodeDelivery(row, text(row, 'payload')), {
    failedAt: integer(row, 'failed_at'),
    reason: text(row, 'reason'),
  })
}
