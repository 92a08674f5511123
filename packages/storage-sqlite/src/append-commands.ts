import type { AppendCommand, AppendResult } from '@parley/core/ports'
import {
  advanceParams,
  decodeHead,
  integer,
  lastEvents,
  placeEvents,
  roomBefore,
  singleEventStatements,
} from '@parley/storage-sql'
import type { SqliteConnection } from './sqlite-connection.js'
import { sqliteDialect } from './sqlite-dialect.js'

const statements = singleEventStatements(sqliteDialect)

/** Applies each command in turn, within a transaction that is the only writer; a stale one writes nothing. */
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
  const placed = placeEvents(chatId, integer(row, 'thread_order'), lastOrder + 1, events)
  const advanced = advanceParams(chatId, command)
  connection.run(statements.advanceOne, { last_events: lastEvents(placed), ...advanced })
  for (const event of placed) connection.run(statements.insertOne, event)
  return { status: 'stored', orders: placed.map(({ event_order }) => event_order) }
}

function staleResult(connection: SqliteConnection, chatId: string): AppendResult {
  const row = connection.first(statements.head, { id: chatId })
  return { status: 'stale', head: row && decodeHead(row) }
}
