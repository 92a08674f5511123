import { createHash } from 'node:crypto'
import type { PropertiesWithTerms } from '@parley/core/storage'
import { sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import type { SqlExecutor } from '../sql/executor.js'
import { encodeRows, insertRows, type RowsParams } from '../sql/insert-rows.js'
import { statement } from '../sql/statement.js'

const threadColumns = { thread_id: 'text', term: 'text' } as const
const columns = { chat_id: 'text', term: 'text', license_id: 'integer' } as const

/**
 * Maximum length of a stored term. A key in PostgreSQL has at most 2,704 bytes, which a text of this length never
 * reaches.
 */
const maxStoredLength = 120

export function propertyTermStatements(dialect: SqlDialect) {
  return {
    insert: statement<RowsParams>(dialect, 'chats.insertPropertyTerms', (_, param) =>
      insertRows(dialect, 'chat_property_terms', columns, param),
    ),
    /** Inserts terms and skips existing ones. */
    add: statement<RowsParams>(dialect, 'chats.addPropertyTerms', (_, param) =>
      insertRows(dialect, 'chat_property_terms', columns, param, { ending: sql`on conflict do nothing` }),
    ),
    clear: statement<{ chat_id: string }>(dialect, 'chats.clearPropertyTerms', (db, param) =>
      db.deleteFrom('chat_property_terms').where('chat_id', '=', param('chat_id')),
    ),
    insertOfThread: statement<RowsParams>(dialect, 'chats.insertThreadPropertyTerms', (_, param) =>
      insertRows(dialect, 'thread_property_terms', threadColumns, param),
    ),
    clearOfThread: statement<{ thread_id: string }>(dialect, 'chats.clearThreadPropertyTerms', (db, param) =>
      db.deleteFrom('thread_property_terms').where('thread_id', '=', param('thread_id')),
    ),
  }
}

export type PropertyTermStatements = ReturnType<typeof propertyTermStatements>

/** A thread with the terms that it can be found by. */
export interface ThreadOfTerms extends Pick<PropertiesWithTerms, 'propertyTerms'> {
  readonly id: string
}

/** A chat with the terms that it can be found by. */
export interface ChatOfTerms extends ThreadOfTerms {
  readonly licenseId: number
}

/** Inserts the terms of a new chat. Most chats have no properties and nothing to store. */
export async function insertPropertyTerms(
  db: SqlExecutor,
  statements: PropertyTermStatements,
  chat: ChatOfTerms,
): Promise<void> {
  const rows = propertyTermRows(chat)
  if (rows.length > 0) await db.run(statements.insert, encodeRows<typeof columns>(rows))
}

/** Replaces the terms of a chat after its properties have changed. */
export async function replacePropertyTerms(
  db: SqlExecutor,
  statements: PropertyTermStatements,
  chat: ChatOfTerms,
): Promise<void> {
  await db.run(statements.clear, { chat_id: chat.id })
  await insertPropertyTerms(db, statements, chat)
}

/** Inserts the terms of a new thread, in addition to those of its chat. Most threads have none. */
export async function insertThreadTerms(
  db: SqlExecutor,
  statements: PropertyTermStatements,
  thread: ThreadOfTerms,
): Promise<void> {
  const rows = threadTermRows(thread)
  if (rows.length > 0) await db.run(statements.insertOfThread, encodeRows<typeof threadColumns>(rows))
}

/** Replaces the terms of a thread after its properties have changed. */
export async function replaceThreadTerms(
  db: SqlExecutor,
  statements: PropertyTermStatements,
  thread: ThreadOfTerms,
): Promise<void> {
  await db.run(statements.clearOfThread, { thread_id: thread.id })
  await insertThreadTerms(db, statements, thread)
}

export function threadTermRows({ id, propertyTerms }: ThreadOfTerms) {
  return propertyTerms.map((term) => ({ thread_id: id, term: storedTerm(term) }))
}

export function propertyTermRows({ id, licenseId, propertyTerms }: ChatOfTerms) {
  return propertyTerms.map((term) => {
    return { chat_id: id, term: storedTerm(term), license_id: licenseId }
  })
}

/**
 * Returns a term as it is stored. A long one becomes its digest, which cannot equal a term, because terms begin with a
 * bracket.
 */
export function storedTerm(term: string): string {
  return term.length <= maxStoredLength ? term : createHash('sha256').update(term).digest('base64url')
}
