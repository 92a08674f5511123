import type { AppendCommand, AppendResult } from '@parley/core'
import {
  advanceParams,
  decodeHead,
  integer,
  lastEvents,
  placeEvents,
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
  const { chatId, revision, events, postponesTimeouts } = command
  const row = connection.first(statements.position, { id: chatId })
  if (row === undefined || row.revision !== revision) return staleResult(connection, chatId)
  const threadOrder = integer(row, 'thread_order')
  const placed = placeEvents(chatId, threadOrder, integer(row, 'event_order') + 1, events)
  const advanced = advanceParams(chatId, events, postponesTimeouts)
  connection.run(statements.advanceOne, { last_events: lastEvents(placed), ...advanced })
  for (const event of placed) connection.run(statements.insertOne, event)
  return { status: 'stored', orders: placed.map(({ event_order }) => event_order) }
}

function staleResult(connection: SqliteConnection, chatId: string): AppendResult {
  const row = connection.first(statements.head, { id: chatId })
  return { status: 'stale', head: row && decodeHead(row) }
}
