import type { ChatHead, PropertiesWithTerms } from '@parley/core/storage'
import { sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { statement } from '../sql/statement.js'
import { changeHead } from './change-head.js'
import { decodeHead } from './chat-rows.js'
import { headSelection } from './chat-selections.js'
import { propertyTermStatements, replacePropertyTerms, replaceThreadTerms } from './property-terms.js'

type ChatParams = { id: string; properties: string }
type ThreadParams = ChatParams & { thread_id: string }

export function propertyStatements(dialect: SqlDialect) {
  return {
    terms: propertyTermStatements(dialect),
    ofChat: statement<ChatParams>(dialect, 'chats.setProperties', (db, param) =>
      db
        .updateTable('chats')
        .set({ revision: sql<number>`revision + 1`, properties: param('properties') })
        .where('id', '=', param('id'))
        .returning(headSelection),
    ),
    ofThread: statement<ThreadParams>(dialect, 'chats.setThreadProperties', (db, param) =>
      db
        .updateTable('threads')
        .set({ properties: param('properties') })
        .where('chat_id', '=', param('id'))
        .where('id', '=', param('thread_id')),
    ),
    ofLastThread: statement<ThreadParams>(dialect, 'chats.setLastThreadProperties', (db, param) =>
      db
        .updateTable('chats')
        .set({ revision: sql<number>`revision + 1`, thread_properties: param('properties') })
        .where('id', '=', param('id'))
        .where('thread_id', '=', param('thread_id'))
        .returning(headSelection),
    ),
  }
}

export type PropertyStatements = ReturnType<typeof propertyStatements>

export async function setProperties(
  db: SqlExecutor,
  statements: PropertyStatements,
  chatId: string,
  { properties, propertyTerms }: PropertiesWithTerms,
): Promise<ChatHead> {
  const head = await changeHead(db, statements.ofChat, { id: chatId, properties: JSON.stringify(properties) })
  await replacePropertyTerms(db, statements.terms, { id: chatId, licenseId: head.licenseId, propertyTerms })
  return head
}

/**
 * Sets the properties of a thread. Returns the new head, or `undefined` when the thread is not the last one and the
 * head is unchanged.
 */
export async function setThreadProperties(
  db: SqlExecutor,
  statements: PropertyStatements,
  target: { readonly chatId: string; readonly threadId: string },
  { properties, propertyTerms }: PropertiesWithTerms,
): Promise<ChatHead | undefined> {
  const { chatId, threadId } = target
  const params = { id: chatId, thread_id: threadId, properties: JSON.stringify(properties) }
  const count = await db.run(statements.ofThread, params)
  if (count === 0) throw new TypeError(`chat ${chatId} has no thread ${threadId}`)
  await replaceThreadTerms(db, statements.terms, { id: threadId, propertyTerms })
  const row = await first(db, statements.ofLastThread, params)
  return row && decodeHead(row)
}
