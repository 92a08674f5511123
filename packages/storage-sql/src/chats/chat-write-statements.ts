import { type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { insertMostlyOne, insertRow } from '../sql/insert-row.js'
import { insertRows, type RowsParams } from '../sql/insert-rows.js'
import { rowCount, statement } from '../sql/statement.js'
import { headStatements } from './chat-head-statements.js'
import { richMessageWrites } from './rich-messages.js'

export const chatColumns = {
  id: 'text',
  license_id: 'integer',
  revision: 'integer',
  members: 'text',
  scopes: 'text',
  is_scoped: 'boolean',
  properties: 'text',
  created_at: 'integer',
  last_activity_at: 'integer',
  last_shared_activity_at: 'integer',
  thread_id: 'text',
  thread_order: 'integer',
  thread_is_active: 'boolean',
  thread_began_at: 'integer',
  waiting_since: 'integer',
  thread_properties: 'text',
  event_order: 'integer',
  event_bytes: 'integer',
  timeouts_from: 'integer',
  sequence: 'integer',
  sequence_at: 'integer',
  last_events: 'text',
} as const

/**
 * Columns of `chat_users`. `position` counts from 0 within one insert; the statement adds the number of existing users.
 */
export const chatUserColumns = {
  chat_id: 'text',
  user_id: 'text',
  kind: 'text',
  is_present: 'boolean',
  position: 'integer',
  joined_at: 'integer',
} as const

export const threadColumns = {
  chat_id: 'text',
  license_id: 'integer',
  thread_order: 'integer',
  id: 'text',
  created_at: 'integer',
  properties: 'text',
  event_bytes: 'integer',
} as const

export const threadUserColumns = {
  chat_id: 'text',
  thread_order: 'integer',
  user_id: 'text',
  position: 'integer',
} as const

const behindChatUsers = sql`given.position + (
  select coalesce(max(there.position) + 1, 0) from chat_users as there where there.chat_id = given.chat_id)`

const behindThreadUsers = sql`given.position + (
  select coalesce(max(there.position) + 1, 0) from thread_users as there
  where there.chat_id = given.chat_id and there.thread_order = given.thread_order)`

type UsersParams = { chat_id: string; user_ids: readonly string[] }
export function chatWriteStatements(dialect: SqlDialect) {
  return {
    ...insertStatements(dialect),
    ...headStatements(dialect),
    ...userStatements(dialect),
    ...lastSeenStatements(dialect),
    ...richMessageWrites(dialect),
  }
}

function insertStatements(dialect: SqlDialect) {
  return {
    insert: insertRow(dialect, { name: 'chats.insert', table: 'chats', columns: chatColumns }),
    insertThread: insertRow(dialect, {
      name: 'chats.insertThread',
      table: 'threads',
      columns: threadColumns,
    }),
    insertUsers: insertMostlyOne(dialect, {
      name: 'chats.insertUsers',
      table: 'chat_users',
      columns: chatUserColumns,
    }),
    insertThreadUsers: insertMostlyOne(dialect, {
      name: 'chats.insertThreadUsers',
      table: 'thread_users',
      columns: threadUserColumns,
    }),
    putUsers: statement<RowsParams>(dialect, 'chats.putUsers', (_, param) =>
      insertRows(dialect, 'chat_users', chatUserColumns, param, {
        computed: { position: behindChatUsers },
        ending: sql`on conflict (chat_id, user_id)
          do update set is_present = chat_users.is_present or excluded.is_present`,
      }),
    ),
    putThreadUsers: statement<RowsParams>(dialect, 'chats.putThreadUsers', (_, param) =>
      insertRows(dialect, 'thread_users', threadUserColumns, param, {
        computed: { position: behindThreadUsers },
        ending: sql`on conflict (chat_id, thread_order, user_id) do nothing returning user_id`,
      }),
    ),
    countThread: statement<{ ids: readonly string[] }>(dialect, 'chats.countThread', (db, param) =>
      db
        .updateTable('customers')
        .set({ thread_count: sql<number>`thread_count + 1` })
        .where((customer) => dialect.isOneOf(customer.ref('id'), param('ids'))),
    ),
  }
}

function userStatements(dialect: SqlDialect) {
  const isNamed = sql<SqlBool>`exists (select 1 from thread_users as named
    where named.chat_id = chat_users.chat_id and named.user_id = chat_users.user_id)`
  return {
    setAbsent: statement<UsersParams>(dialect, 'chats.setAbsent', (db, param) =>
      db
        .updateTable('chat_users')
        .set({ is_present: sql<boolean>`false` })
        .where('chat_id', '=', param('chat_id'))
        .where((user) => dialect.isOneOf(user.ref('user_id'), param('user_ids'))),
    ),
    forgetFormer: statement<{ chat_id: string; count: number }>(dialect, 'chats.forgetFormer', (db, param) =>
      db
        .deleteFrom('chat_users')
        .where('chat_id', '=', param('chat_id'))
        .where('user_id', 'in', (user) =>
          user
            .selectFrom('chat_users as former')
            .where('former.chat_id', '=', param('chat_id'))
            .where(sql<SqlBool>`not former.is_present`)
            .select('former.user_id')
            .orderBy('former.position', 'desc')
            // SQLite does not support an offset without a limit.
            .limit(sql.lit(Number.MAX_SAFE_INTEGER))
            .offset(rowCount(param('count'))),
        )
        .returning('user_id'),
    ),
    forgetUsers: statement<UsersParams>(dialect, 'chats.forgetUsers', (db, param) =>
      db
        .deleteFrom('chat_users')
        .where('chat_id', '=', param('chat_id'))
        .where((user) => dialect.isOneOf(user.ref('user_id'), param('user_ids')))
        .where(sql<SqlBool>`not ${isNamed}`),
    ),
  }
}

function lastSeenStatements(dialect: SqlDialect) {
  const isUser = sql<SqlBool>`exists (select 1 from chat_users as still
    where still.chat_id = chat_last_seen.chat_id and still.user_id = chat_last_seen.user_id)`
  return {
    forgetLastSeen: statement<UsersParams>(dialect, 'chats.forgetLastSeen', (db, param) =>
      db
        .deleteFrom('chat_last_seen')
        .where('chat_id', '=', param('chat_id'))
        .where((user) => dialect.isOneOf(user.ref('user_id'), param('user_ids')))
        .where(sql<SqlBool>`not ${isUser}`),
    ),
    setLastSeen: statement<{ chat_id: string; user_id: string; last_seen_at: number }>(
      dialect,
      'chats.setLastSeen',
      (db, param) =>
        db
          .insertInto('chat_last_seen')
          .values({
            chat_id: param('chat_id'),
            user_id: param('user_id'),
            last_seen_at: param('last_seen_at'),
          })
          .onConflict((conflict) =>
            conflict
              .columns(['chat_id', 'user_id'])
              .doUpdateSet((row) => ({ last_seen_at: row.ref('excluded.last_seen_at') }))
              .whereRef('chat_last_seen.last_seen_at', '<', 'excluded.last_seen_at'),
          )
          .returning('last_seen_at'),
    ),
    lastSeen: statement<{ chat_id: string; user_id: string }>(dialect, 'chats.lastSeen', (db, param) =>
      db
        .selectFrom('chat_last_seen')
        .select('last_seen_at')
        .where('chat_id', '=', param('chat_id'))
        .where('user_id', '=', param('user_id')),
    ),
  }
}
