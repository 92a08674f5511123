import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import type { Tables } from '../sql/tables.js'
import { agentSelection } from '../users/agent-rows.js'
import { customerSelection } from '../users/customers.js'

// Selections that reads of chats share. Everything that belongs to a chat is nested as JSON, so that each read is one
// statement: one round trip, and one consistent snapshot without a transaction.

/** Columns of a chat head. */
export const headSelection = [
  'chats.id',
  'chats.license_id',
  'chats.revision',
  'chats.members',
  'chats.scopes',
  'chats.properties',
  'chats.thread_id',
  'chats.thread_order',
  'chats.thread_is_active',
  'chats.waiting_since',
  'chats.thread_properties',
] as const

export const chatSelection = [
  ...headSelection,
  'chats.last_activity_at',
  'chats.last_shared_activity_at',
  'chats.sequence',
] as const

export const eventSelection = [
  'events.id',
  'events.event_order',
  'events.author_id',
  'events.recipients',
  'events.created_at',
  'events.custom_id',
  'events.properties',
  'events.content',
] as const

export const threadSelection = [
  'threads.id',
  'threads.thread_order',
  'threads.created_at',
  'threads.properties',
] as const

type Builder<Outer extends keyof Tables> = ExpressionBuilder<Tables, Outer>

/** Selects `agent_users` and `customer_users`: present and former members, with their profiles. */
export function selectUsers(dialect: SqlDialect) {
  return (chat: Builder<'chats'>) => [
    dialect
      .jsonArray(
        selectChatUsers(chat)
          .innerJoin('agents', 'agents.id', 'chat_users.user_id')
          .where('chat_users.kind', '=', 'agent')
          .select(agentSelection),
      )
      .as('agent_users'),
    dialect
      .jsonArray(
        selectChatUsers(chat)
          .innerJoin('customers', 'customers.id', 'chat_users.user_id')
          .where('chat_users.kind', '=', 'customer')
          .select(customerSelection),
      )
      .as('customer_users'),
  ]
}

function selectChatUsers(chat: Builder<'chats'>) {
  return chat
    .selectFrom('chat_users')
    .leftJoin('chat_last_seen', (join) =>
      join
        .onRef('chat_last_seen.chat_id', '=', 'chat_users.chat_id')
        .onRef('chat_last_seen.user_id', '=', 'chat_users.user_id'),
    )
    .whereRef('chat_users.chat_id', '=', 'chats.id')
    .select(['chat_users.position', 'chat_users.is_present', 'chat_last_seen.last_seen_at'])
}

/** Selects `users` of a thread, in the order in which they joined it. */
export function selectThreadUsers(dialect: SqlDialect) {
  return (thread: Builder<'threads'>) =>
    dialect
      .jsonArray(
        thread
          .selectFrom('thread_users')
          .whereRef('thread_users.chat_id', '=', 'threads.chat_id')
          .whereRef('thread_users.thread_order', '=', 'threads.thread_order')
          .select('thread_users.user_id')
          .orderBy('thread_users.position'),
      )
      .as('users')
}

/** Selects `events` of a thread by ascending order, if the condition holds. */
export function selectEvents(dialect: SqlDialect, condition: Expression<SqlBool>) {
  return (thread: Builder<'threads'>) =>
    dialect
      .jsonArray(
        thread
          .selectFrom('events')
          .whereRef('events.chat_id', '=', 'threads.chat_id')
          .whereRef('events.thread_order', '=', 'threads.thread_order')
          .where(condition)
          .select(eventSelection)
          .orderBy('events.event_order'),
      )
      .as('events')
}

/** Selects `last_threads` of a chat (one, without what the head contains) and `last_events`. */
export function selectLast(dialect: SqlDialect) {
  return (chat: Builder<'chats'>) => [
    dialect
      .jsonArray(
        chat
          .selectFrom('threads')
          .whereRef('threads.chat_id', '=', 'chats.id')
          .whereRef('threads.thread_order', '=', 'chats.thread_order')
          .select('threads.created_at')
          .select(selectThreadUsers(dialect)),
      )
      .as('last_threads'),
    dialect
      .jsonArray(
        chat
          .selectFrom(lastPositions(dialect).as('last'))
          // SQLite keeps the order of a cross join. With an inner join it would read all events of the chat first.
          .crossJoin('events')
          .innerJoin('threads', (join) =>
            join
              .onRef('threads.chat_id', '=', 'events.chat_id')
              .onRef('threads.thread_order', '=', 'events.thread_order'),
          )
          .whereRef('events.chat_id', '=', 'chats.id')
          .whereRef('events.thread_order', '=', 'last.thread_order')
          .whereRef('events.event_order', '=', 'last.event_order')
          .select(['threads.id as thread_id', 'events.thread_order'])
          .select(eventSelection),
      )
      .as('last_events'),
  ]
}

const positionColumns = { thread_order: 'integer', event_order: 'integer' } as const

/** Returns the positions that `last_events` of the chat points at. */
export function lastPositions(dialect: SqlDialect) {
  const positions = dialect.jsonValues(sql.ref('chats.last_events'))
  return sql<{
    thread_order: number
    event_order: number
  }>`(${dialect.selectFromJson(positionColumns, positions)})`
}
