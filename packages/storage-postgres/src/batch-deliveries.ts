import type { AppendCommand } from '@parley/core'
import { type DeliveryRow, placeDeliveries } from '@parley/storage-sql'
import type { ChatBatch } from './chat-batches.js'

type GivenDelivery = DeliveryRow & { readonly batch_chat_id: string; readonly place: number }

/** As the rows of the statement that appends them; `undefined`: there are none. */
export function encodeBatchDeliveries(batches: readonly ChatBatch[]): string | undefined {
  if (!batches.some(hasDeliveries)) return undefined
  const given: GivenDelivery[] = []
  for (const { chatId, commands } of batches) {
    let order = 1
    for (const [index, { command }] of commands.entries()) {
      for (const row of placeWithin(command, order, index + 1)) {
        given.push(Object.assign(row, { batch_chat_id: chatId, place: given.length }))
      }
      order += command.events.length
    }
  }
  return JSON.stringify(given)
}

function hasDeliveries({ commands }: ChatBatch): boolean {
  return commands.some(({ command }) => command.deliveries.length > 0)
}

/** Their orders and sequence count from the beginning of the batch. */
function placeWithin(
  { chatId, events, deliveries }: AppendCommand,
  firstOrder: number,
  sequence: number,
): readonly DeliveryRow[] {
  const orders = events.map((_, offset) => firstOrder + offset)
  return placeDeliveries(deliveries, { sequences: new Map([[chatId, sequence]]), orders })
}
