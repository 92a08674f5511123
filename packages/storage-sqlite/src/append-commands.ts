import type { AppendCommand, AppendResult } from '@parley/core/storage'
import {
  advanceParams,
  decodeHead,
  deliveryRows,
  eventRows,
  insertDeliveryStatement,
  insertPayloadStatement,
  integer,
  lastEvents,
  limitsBefore,
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
  const limits = limitsBefore(command)
  if (lastOrder > limits.max_event_order || integer(row, 'event_bytes') > limits.max_event_bytes) {
    return { status: 'full' }
  }
  const sequence = integer(row, 'sequence') + 1
  const rows = eventRows(chatId, integer(row, 'thread_order'), lastOrder + 1, events, sequence)
  const position = { last_events: lastEvents(rows), sequence, sequence_at: command.at }
  connection.run(statements.advanceOne, Object.assign(position, advanceParams(chatId, command)))
  for (const event of rows) connection.run(statements.insertOne, event)
  const orders = rows.map(({ event_order }) => event_order)
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
  const rows = deliveryRows(deliveries, { sequences: new Map([[chatId, sequence]]), orders })
  for (const row of rows.payloads) connection.run(insertPayload, row)
  for (const row of rows.deliveries) connection.run(insertDelivery, row)
}

function staleResult(connection: SqliteConnection, chatId: string): AppendResult {
  const row = connection.first(statements.head, { id: chatId })
  return { status: 'stale', head: row && decodeHead(row) }
}
