import type { AppendCommand, AppendResult } from '@parley/core/ports'
import {
  advanceParams,
  decodeHead,
  insertDeliveryStatement,
  insertPayloadStatement,
  integer,
  lastEvents,
  placeDeliveries,
  placeEvents,
  roomBefore,
  singleEventStatements,
} from '@parley/storage-sql'
import type { SqliteConnection } from './sqlite-connection.js'
import { sqliteDialect } from './sqlite-dialect.js'

const statements = singleEventStatements(sqliteDialect)
const insertDelivery = insertDeliveryStatement(sqliteDialect)
const insertPayload = insertPayloadStatement(sqliteDialect)

/**
 * Applies the commands in order and returns their results. Must run inside a write transaction. A stale command writes
 * nothing.
 */
export function appendCommands(
  connection: SqliteConnection,
  commands: readonly AppendCommand[],
): readonly AppendResult[] {
  return commands.map((command) => appendCommand(connection, command))
}

function appendCommand(connection: SqliteConnection, command: AppendCommand): AppendResult {
  const { chatId, revision, events } = command
  const row = connection.first(statements.position, { id: chatId })
  if (row === undefined || row.revision !== revision) return staleResult(connection, chatId)
  const lastOrder = integer(row, 'event_order')
  const room = roomBefore(command)
  if (lastOrder > room.max_event_order || integer(row, 'event_bytes') > room.max_event_bytes) {
    return { status: 'full' }
  }
  const sequence = integer(row, 'sequence') + 1
  const placed = placeEvents(chatId, integer(row, 'thread_order'), lastOrder + 1, events, sequence)
  const place = { last_events: lastEvents(placed), sequence, sequence_at: command.at }
  connection.run(statements.advanceOne, Object.assign(place, advanceParams(chatId, command)))
  for (const event of placed) connection.run(statements.insertOne, event)
  const orders = placed.map(({ event_order }) => event_order)
  if (command.deliveries.length > 0) addDeliveries(connection, command, sequence, orders)
  return {
    status: 'stored',
    orders,
    taken: { sequence, previousAt: integer(row, 'sequence_at') },
  }
}

function addDeliveries(
  connection: SqliteConnection,
  { chatId, deliveries }: AppendCommand,
  sequence: number,
  orders: readonly number[],
): void {
  const placed = placeDeliveries(deliveries, { sequences: new Map([[chatId, sequence]]), orders })
  for (const row of placed.payloads) connection.run(insertPayload, row)
  for (const row of placed.deliveries) connection.run(insertDelivery, row)
}

function staleResult(connection: SqliteConnection, chatId: string): AppendResult {
  const row = connection.first(statements.head, { id: chatId })
  return { status: 'stale', head: row && decodeHead(row) }
}
