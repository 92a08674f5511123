import { createHash } from 'node:crypto'
import { type Properties, propertyTerms } from '@parley/core/ports'
import type { SqlDialect } from './dialect.js'
import type { SqlExecutor } from './executor.js'
import { encodeRows, insertRows, type RowsParams } from './insert-rows.js'
import { statement } from './statement.js'

const columns = { chat_id: 'text', term: 'text', license_id: 'integer' } as const

/** A key of PostgreSQL ends at 2,704 bytes, which a text of that length never comes to. */
const maxStoredLength = 120

export function propertyTermStatements(dialect: SqlDialect) {
  return {
    insert: statement<RowsParams>(dialect, 'chats.insertPropertyTerms', (_, param) =>
      insertRows(dialect, 'chat_property_terms', columns, param),
    ),
    clear: statement<{ chat_id: string }>(dialect, 'chats.clearPropertyTerms', (db, param) =>
      db.deleteFrom('chat_property_terms').where('chat_id', '=', param('chat_id')),
    ),
  }
}

export type PropertyTermStatements = ReturnType<typeof propertyTermStatements>

export interface ChatOfTerms {
  readonly id: string
  readonly licenseId: number
  readonly properties: Properties
}

/** What a new chat can be found by; most have no properties, and nothing to store. */
export async function insertPropertyTerms(
  db: SqlExecutor,
  statements: PropertyTermStatements,
  chat: ChatOfTerms,
): Promise<void> {
  const rows = propertyTermRows(chat)
  if (rows.length > 0) await db.run(statements.insert, encodeRows<typeof columns>(rows))
}

/** What a chat can be found by once its properties have changed. */
export async function replacePropertyTerms(
  db: SqlExecutor,
  statements: PropertyTermStatements,
  chat: ChatOfTerms,
): Promise<void> {
  await db.run(statements.clear, { chat_id: chat.id })
  await insertPropertyTerms(db, statements, chat)
}

export function propertyTermRows({ id, licenseId, properties }: ChatOfTerms) {
  return propertyTerms(properties).map((term) => {
    return { chat_id: id, term: storedTerm(term), license_id: licenseId }
  })
}

/** As it is stored: a long one by its digest, which no term looks like, for they begin with a bracket. */
export function storedTerm(term: string): string {
  return term.length <= maxStoredLength ? term : createHash('sha256').update(term).digest('base64url')
}
