import { type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { statement } from '../sql/statement.js'
import { type ActivityParams, moveActivity } from './chat-activity.js'
import { headSelection } from './chat-selections.js'

type MemberParams = {
  id: string
  members: string
  waiting_since: number | null
  /** Time from which the idle timer counts, unless it counts from a later one. `null` leaves it unchanged. */
  served_at: number | null
}
type OpenParams = ActivityParams & {
  id: string
  thread_id: string
  thread_properties: string
  event_order: number
  event_bytes: number
  thread_began_at: number
  timeouts_from: number
  waiting_since: number | null
}

export function headStatements(dialect: SqlDialect) {
  return {
    lock: statement<{ id: string }>(dialect, 'chats.lock', (db, param) =>
      db
        .selectFrom('chats')
        .select(headSelection)
        .where('id', '=', param('id'))
        .modifyEnd(dialect.lockClause),
    ),
    keepThreadBytes: statement<{ id: string }>(dialect, 'chats.keepThreadBytes', (db, param) =>
      db
        .updateTable('threads')
        .set({ event_bytes: sql<number>`(select event_bytes from chats where chats.id = threads.chat_id)` })
        .where('chat_id', '=', param('id'))
        .where('thread_order', '=', (thread) =>
          thread.selectFrom('chats').where('chats.id', '=', param('id')).select('chats.thread_order'),
        ),
    ),
    openThread: statement<OpenParams>(dialect, 'chats.openThread', (db, param) =>
      db
        .updateTable('chats')
        .set({
          revision: sql<number>`revision + 1`,
          thread_id: param('thread_id'),
          thread_order: sql<number>`thread_order + 1`,
          thread_is_active: sql<boolean>`true`,
          thread_properties: param('thread_properties'),
          event_order: param('event_order'),
          event_bytes: param('event_bytes'),
          ...moveActivity(param),
          thread_began_at: param('thread_began_at'),
          timeouts_from: param('timeouts_from'),
          waiting_since: param('waiting_since'),
        })
        .where('id', '=', param('id'))
        .where(sql<SqlBool>`not thread_is_active`)
        .returning(headSelection),
    ),
    closeThread: statement<{ id: string }>(dialect, 'chats.closeThread', (db, param) =>
      db
        .updateTable('chats')
        .set({
          revision: sql<number>`revision + 1`,
          thread_is_active: sql<boolean>`false`,
          waiting_since: null,
        })
        .where('id', '=', param('id'))
        .where(sql<SqlBool>`thread_is_active`)
        .returning(headSelection),
    ),
    threadBeginning: statement<{ id: string }>(dialect, 'chats.threadBeginning', (db, param) =>
      db
        .selectFrom('chats')
        .select('thread_began_at')
        .where('id', '=', param('id'))
        .where(sql<SqlBool>`thread_is_active`),
    ),
    setMembers: statement<MemberParams>(dialect, 'chats.setMembers', (db, param) =>
      db
        .updateTable('chats')
        .set((chat) => ({
          revision: sql<number>`revision + 1`,
          members: param('members'),
          waiting_since: param('waiting_since'),
          timeouts_from: dialect.greatest(
            chat.ref('timeouts_from'),
            sql<number>`coalesce(${param('served_at')}, timeouts_from)`,
          ),
        }))
        .where('id', '=', param('id'))
        .returning(headSelection),
    ),
  }
}
