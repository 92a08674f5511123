import type { AppendCommand } from '@parley/core/storage'
import { type DeliveryRow, deliveryRows, type PayloadRow } from '@parley/storage-sql'
import type { ChatBatch } from './chat-batches.js'

interface CommandPosition {
  readonly batch_chat_id: string
  readonly command_index: number
  readonly position: number
}
type GivenDelivery = DeliveryRow & CommandPosition
type GivenPayload = PayloadRow & Pick<CommandPosition, 'batch_chat_id'>

/** Deliveries and payloads of a batch, encoded as JSON rows for the appending statement. */
export interface EncodedDeliveries {
  readonly deliveries: string
  readonly payloads: string
}

/** Encodes the deliveries of a batch. Returns `undefined` when there are none. */
export function encodeBatchDeliveries(batches: readonly ChatBatch[]): EncodedDeliveries | undefined {
  if (!batches.some(hasDeliveries)) return undefined
  const deliveries: GivenDelivery[] = []
  const payloads: GivenPayload[] = []
  for (const { commands } of batches) {
    let order = 1
    for (const [offset, { command, index }] of commands.entries()) {
      const rows = rowsWithin(command, order, offset + 1)
      const { chatId: batch_chat_id } = command
      for (const row of rows.payloads) payloads.push(Object.assign(row, { batch_chat_id }))
      for (const [position, row] of rows.deliveries.entries()) {
        deliveries.push(Object.assign(row, { batch_chat_id, command_index: index, position }))
      }
      order += command.events.length
    }
  }
  return { deliveries: JSON.stringify(deliveries), payloads: JSON.stringify(payloads) }
}

function hasDeliveries({ commands }: ChatBatch): boolean {
  return commands.some(({ command }) => command.deliveries.length > 0)
}

/** Places deliveries with orders and a sequence that count from the start of the batch. */
function rowsWithin({ chatId, events, deliveries }: AppendCommand, firstOrder: number, sequence: number) {
  const orders = events.map((_, offset) => firstOrder + offset)
  return deliveryRows(deliveries, { sequences: new Map([[chatId, sequence]]), orders })
}
