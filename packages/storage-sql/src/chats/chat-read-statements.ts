import { type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { rowCount, statement } from '../sql/statement.js'
import { findRangeEnd, listsForAgent } from './agent-chat-lists.js'
import { sourceCounts } from './agent-chat-sources.js'
import { countTerms } from './chat-filters.js'
import { countByUser, listByCustomer } from './chat-lists.js'
import { chatSelection, headSelection, selectUsers } from './chat-selections.js'
import { findQueueRangeEnd } from './queue-ranges.js'
import { richMessageReads } from './rich-messages.js'
import { threadStatements } from './thread-statements.js'

export function chatReadStatements(dialect: SqlDialect) {
  return {
    ...oneChat(dialect),
    ...listsOfCustomer(dialect),
    ...threadStatements(dialect),
    ...richMessageReads(dialect),
    listForAgent: listsForAgent(dialect),
    countTerms: countTerms(dialect),
    countSource: sourceCounts(dialect),
    endOfQueueRange: findQueueRangeEnd(dialect),
    endOfRange: { asc: findRangeEnd(dialect, 'asc'), desc: findRangeEnd(dialect, 'desc') },
    hasMoreChats: statement<{ user_id: string; count: number }>(dialect, 'chats.hasMoreChats', (db, param) =>
      db
        .selectFrom('chat_users')
        .where('user_id', '=', param('user_id'))
        .where(sql<SqlBool>`is_present`)
        .select('chat_id')
        .limit(sql.lit(1))
        .offset(rowCount(param('count'))),
    ),
  }
}

function oneChat(dialect: SqlDialect) {
  return {
    getHead: statement<{ id: string }>(dialect, 'chats.getHead', (db, param) =>
      db.selectFrom('chats').select(headSelection).where('id', '=', param('id')),
    ),
    get: statement<{ id: string }>(dialect, 'chats.get', (db, param) =>
      db.selectFrom('chats').select(chatSelection).select(selectUsers(dialect)).where('id', '=', param('id')),
    ),
    getTimeoutsFrom: statement<{ id: string }>(dialect, 'chats.getTimeoutsFrom', (db, param) =>
      db.selectFrom('chats').select('timeouts_from').where('id', '=', param('id')),
    ),
  }
}

function listsOfCustomer(dialect: SqlDialect) {
  return {
    listByCustomer: listByCustomer(dialect),
    listActiveByCustomer: statement<{ user_id: string; limit: number }>(
      dialect,
      'chats.listActiveByCustomer',
      (db, param) =>
        db
          .selectFrom('chats')
          .innerJoin('chat_users', 'chat_users.chat_id', 'chats.id')
          .leftJoin('chat_last_seen', (join) =>
            join
              .onRef('chat_last_seen.chat_id', '=', 'chat_users.chat_id')
              .onRef('chat_last_seen.user_id', '=', 'chat_users.user_id'),
          )
          .where('chat_users.user_id', '=', param('user_id'))
          .where(sql<SqlBool>`chat_users.is_present and chats.thread_is_active`)
          .select(headSelection)
          .select('chat_last_seen.last_seen_at')
          .orderBy('chats.last_activity_at', 'desc')
          .orderBy('chats.id', 'desc')
          .limit(rowCount(param('limit'))),
    ),
    countByCustomer: statement<{ user_id: string }>(dialect, 'chats.countByCustomer', countByUser),
  }
}
