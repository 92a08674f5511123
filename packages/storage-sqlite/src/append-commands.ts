import type { AppendCommand, AppendResult, NewEvent } from '@parley/core'
import { advanceParams, decodeHead, encodeEvent, integer, singleEventStatements } from '@parley/storage-sql'
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
  let order = integer(row, 'event_order')
  connection.run(statements.advanceOne, advanceParams(chatId, events, postponesTimeouts))
  const orders: number[] = []
  for (const event of events) {
    order += 1
    insertEvent(connection, chatId, threadOrder, order, event)
    orders.push(order)
  }
  return { status: 'stored', orders }
}

// Every field by itself: spreading objects would cost as much here as a statement does.
function insertEvent(
  connection: SqliteConnection,
  chat_id: string,
  thread_order: number,
  event_order: number,
  event: NewEvent,
): void {
  const { id, author_id, type, recipients, created_at, custom_id, properties, content } = encodeEvent(event)
  connection.run(statements.insertOne, {
    chat_id,
    thread_order,
    event_order,
    id,
    author_id,
    type,
    recipients,
    created_at,
    custom_id,
    properties,
    content,
  })
  connection.run(statements.putLastOne, { chat_id, type, recipients, thread_order, event_order })
}

function staleResult(connection: SqliteConnection, chatId: string): AppendResult {
  const row = connection.first(statements.head, { id: chatId })
  return { status: 'stale', head: row && decodeHead(row) }
}
