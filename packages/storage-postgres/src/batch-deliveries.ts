import type { AppendCommand } from '@parley/core/ports'
import { type DeliveryRow, placeDeliveries } from '@parley/storage-sql'
import type { ChatBatch } from './chat-batches.js'

interface CommandPlace {
  readonly batch_chat_id: string
  readonly command_index: number
  readonly place: number
}
type GivenDelivery = DeliveryRow & CommandPlace

/** As the rows of the statement that appends them; `undefined`: there are none. */
export function encodeBatchDeliveries(batches: readonly ChatBatch[]): string | undefined {
  if (!batches.some(hasDeliveries)) return undefined
  const given: GivenDelivery[] = []
  for (const { commands } of batches) {
    let order = 1
    for (const [offset, { command, index }] of commands.entries()) {
      given.push(...placeWithin(command, order, offset + 1, index))
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
  index: number,
): readonly GivenDelivery[] {
  const orders = events.map((_, offset) => firstOrder + offset)
  const rows = placeDeliveries(deliveries, { sequences: new Map([[chatId, sequence]]), orders })
  return rows.map((row, place) => {
    return Object.assign(row, { batch_chat_id: chatId, command_index: index, place })
  })
}
