import type { AppendCommand, AppendResult } from '@parley/core'
import { advanceParams, decodeHead, encodeEvent, integer, singleEventStatements } from '@parley/storage-sql'
import type { SqliteConnection } from './sqlite-connection.js'
import { sqliteDialect } from './sqlite-dialect.js'

const statements = singleEventStatements(sqliteDialect)

/** Applies each command in turn, by three small statements for an event; a stale one writes nothing. */
export function appendCommands(
  connection: SqliteConnection,
  commands: readonly AppendCommand[],
): readonly AppendResult[] {
  return commands.map((command) => appendCommand(connection, command))
}

function appendCommand(connection: SqliteConnection, command: AppendCommand): AppendResult {
  const { chatId, revision, events, postponesTimeouts } = command
  const params = { ...advanceParams(chatId, events, postponesTimeouts), revision }
  const row = connection.first(statements.advanceIfRevision, params)
  if (row === undefined) return staleResult(connection, chatId)
  const threadOrder = integer(row, 'thread_order')
  const firstOrder = integer(row, 'event_order') - events.length + 1
  const orders: number[] = []
  for (const event of events) {
    const place = { chat_id: chatId, thread_order: threadOrder, event_order: firstOrder + orders.length }
    const content = encodeEvent(event)
    connection.run(statements.insertOne, { ...place, ...content })
    connection.run(statements.putLastOne, { ...place, type: content.type, recipients: content.recipients })
    orders.push(place.event_order)
  }
  return { status: 'stored', orders }
}

function staleResult(connection: SqliteConnection, chatId: string): AppendResult {
  const row = connection.first(statements.head, { id: chatId })
  return { status: 'stale', head: row && decodeHead(row) }
}
