import type { ChatHead, ChatScopes } from '@parley/core/storage'
import { sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import type { SqlExecutor } from '../sql/executor.js'
import { encodeRows, insertRows, type RowsParams } from '../sql/insert-rows.js'
import { statement } from '../sql/statement.js'
import { changeHead } from './change-head.js'
import { headSelection } from './chat-selections.js'

const chatScopeColumns = { chat_id: 'text', subject: 'text' } as const

type SetParams = { id: string; scopes: string; is_scoped: boolean }

export function scopeStatements(dialect: SqlDialect) {
  return {
    insert: statement<RowsParams>(dialect, 'chats.insertScopes', (_, param) =>
      insertRows(dialect, 'chat_scopes', chatScopeColumns, param),
    ),
    remove: statement<{ chat_id: string }>(dialect, 'chats.removeScopes', (db, param) =>
      db.deleteFrom('chat_scopes').where('chat_id', '=', param('chat_id')),
    ),
    set: statement<SetParams>(dialect, 'chats.setScopes', (db, param) =>
      db
        .updateTable('chats')
        .set({
          revision: sql<number>`revision + 1`,
          scopes: param('scopes'),
          is_scoped: param('is_scoped'),
        })
        .where('id', '=', param('id'))
        .returning(headSelection),
    ),
  }
}

export type ScopeStatements = ReturnType<typeof scopeStatements>

/** Inserts the scopes of a chat that has none. */
export async function insertScopes(
  db: SqlExecutor,
  statements: ScopeStatements,
  chatId: string,
  scopes: ChatScopes,
): Promise<void> {
  const subjects = scopeSubjects(scopes)
  if (subjects.length === 0) return
  const rows = subjects.map((subject) => ({ chat_id: chatId, subject }))
  await db.run(statements.insert, encodeRows<typeof chatScopeColumns>(rows))
}

export async function setScopes(
  db: SqlExecutor,
  statements: ScopeStatements,
  chatId: string,
  { groups, agents }: ChatScopes,
): Promise<ChatHead> {
  const scopes = { groups, agents }
  const params = { id: chatId, scopes: JSON.stringify(scopes), is_scoped: isScoped(scopes) }
  const head = await changeHead(db, statements.set, params)
  await db.run(statements.remove, { chat_id: chatId })
  await insertScopes(db, statements, chatId, scopes)
  return head
}

export function isScoped({ groups, agents }: ChatScopes): boolean {
  return groups.length + agents.length > 0
}

/** Returns scopes as subjects of `chat_scopes`. */
export function scopeSubjects({ groups, agents }: ChatScopes): readonly string[] {
  return [
    ...new Set([...groups.map((group) => `group:${group}`), ...agents.map((agentId) => `agent:${agentId}`)]),
  ]
}
