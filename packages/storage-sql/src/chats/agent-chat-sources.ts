import type { AgentChatsQuery } from '@parley/core/storage'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { type Param, rowCount, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'
import { type FilterParams, hasLeadingTerm } from './chat-filters.js'
import { scopeSubjects } from './chat-scopes.js'
import { everyWaiting, unscopedWaiting } from './routing-rows.js'

/**
 * How the chats of a list are found: through all chats of the license by activity, or through the few that the agent is
 * in (`member`), that have a leading term (`terms`), that wait in the queue (`queue`), or whose thread is active and not
 * waiting (`served`).
 */
export type ListSource = 'license' | 'member' | 'terms' | 'queue' | 'served'

export type SourceParams = {
  license_id: number
  agent_id: string
  subjects: readonly string[]
  /** Subjects of `waiting_threads` for the chats in the list. */
  queue_subjects: readonly string[]
}

type ReachCondition = (
  chat: ExpressionBuilder<Tables, 'chats'>,
  param: Param<SourceParams>,
) => Expression<SqlBool>

/** Returns the condition that the agent sees a row of `chats`. */
export function createReachCondition(
  dialect: SqlDialect,
  reach: AgentChatsQuery['reach'],
  from: ListSource,
): ReachCondition {
  const memberships: ReachCondition = (chat, param) =>
    chat(
      'chats.id',
      'in',
      chat
        .selectFrom('chat_users')
        .where('user_id', '=', param('agent_id'))
        .where(sql<SqlBool>`is_present`)
        .select('chat_id'),
    )
  const isInChat: ReachCondition = (chat, param) =>
    chat.exists(
      chat
        .selectFrom('chat_users')
        .whereRef('chat_users.chat_id', '=', 'chats.id')
        .where('user_id', '=', param('agent_id'))
        .where(sql<SqlBool>`is_present`)
        .select('chat_users.user_id'),
    )
  // The check of a small source runs per chat, however many other chats the agent is in.
  const isMember = from === 'license' || from === 'member' ? memberships : isInChat
  const namesAgent: ReachCondition = (chat, param) =>
    chat.exists(
      chat
        .selectFrom('chat_scopes')
        .whereRef('chat_scopes.chat_id', '=', 'chats.id')
        .where((scope) => dialect.isOneOf(scope.ref('chat_scopes.subject'), param('subjects')))
        .select('chat_scopes.subject'),
    )
  const isVisible: ReachCondition = (chat, param) =>
    chat.or([sql<SqlBool>`not chats.is_scoped`, namesAgent(chat, param), isMember(chat, param)])
  return { member: isMember, visible: isVisible, every: () => sql<SqlBool>`true` }[reach]
}

/** Condition for a row of `chats`, by routing filter. */
export const isRouted: Readonly<Record<AgentChatsQuery['routing'], Expression<SqlBool>>> = {
  any: sql<SqlBool>`true`,
  waiting: sql<SqlBool>`chats.waiting_since is not null`,
  assigned: sql<SqlBool>`chats.thread_is_active and chats.waiting_since is null and exists (
    select 1 from chat_users
    where chat_users.chat_id = chats.id and chat_users.kind = 'agent' and chat_users.is_present)`,
}

/** Returns the condition that leads from the source to the rows of `chats`. A list by activity needs none. */
export function isFound(
  dialect: SqlDialect,
  param: Param<FilterParams & SourceParams & { after_at: number; until_at: number }>,
  { reach, order, from }: Pick<AgentChatsQuery, 'reach' | 'order'> & { readonly from: ListSource },
): Expression<SqlBool> {
  if (from === 'terms') return hasLeadingTerm(dialect, param)
  if (from === 'served') return dialect.isAmong(sql.ref('chats.id'), servedChats(dialect, param, reach))
  if (from !== 'queue') return sql<SqlBool>`true`
  const isNear = sql`and queue.waiting_since >= ${param('after_at')} and queue.waiting_since <= ${param('until_at')}`
  const queue = sql<string>`${queueOf(dialect, param)} ${order === 'waiting' ? isNear : sql``}`
  return dialect.isAmong(sql.ref('chats.id'), queue)
}

function queueOf(dialect: SqlDialect, param: Param<Pick<SourceParams, 'license_id' | 'queue_subjects'>>) {
  return sql`select queue.chat_id from waiting_threads as queue
    where queue.license_id = ${param('license_id')}
      and ${dialect.isOneOf(sql.ref('queue.subject'), param('queue_subjects'))}`
}

/**
 * Returns the chats that are being served, agent by agent. The cross join keeps its order in SQLite; PostgreSQL uses a
 * lateral join.
 */
function servedChats(
  dialect: SqlDialect,
  param: Param<Pick<SourceParams, 'license_id' | 'agent_id'>>,
  reach: AgentChatsQuery['reach'],
) {
  if (reach === 'member') {
    return sql<string>`select served_chats.chat_id from served_chats where served_chats.agent_id = ${param('agent_id')}`
  }
  if (dialect.joinsLateral) {
    return sql<string>`select served.chat_id from agents cross join lateral (
        select served_chats.chat_id from served_chats where served_chats.agent_id = agents.id offset 0) as served
      where agents.license_id = ${param('license_id')}`
  }
  return sql<string>`select served_chats.chat_id from agents cross join served_chats
    where agents.license_id = ${param('license_id')} and served_chats.agent_id = agents.id`
}

type CountParams = SourceParams & { limit: number }

/** Statements that count the entries of a source up to a limit. There are at least as many entries as chats. */
export function sourceCounts(dialect: SqlDialect) {
  const countOf = (name: string, entries: (param: Param<CountParams>) => Expression<unknown>) =>
    statement<CountParams>(dialect, name, (db, param) => ({
      compile: () =>
        sql`select count(*) as total from (
          ${entries(param)} limit ${rowCount(param('limit'))}) as counted`.compile(db),
    }))
  return {
    queue: countOf('chats.countQueue', (param) => queueOf(dialect, param)),
    servedOfAgent: countOf('chats.countServedOfAgent', (param) => servedChats(dialect, param, 'member')),
    servedOfLicense: countOf('chats.countServedOfLicense', (param) => servedChats(dialect, param, 'every')),
  }
}

/** Returns the subjects of `waiting_threads` whose threads the query lists. */
export function queueSubjects({ reach, groups, agentId }: AgentChatsQuery): readonly string[] {
  if (reach === 'every') return [everyWaiting]
  if (reach === 'member') return scopeSubjects({ groups: [], agents: [agentId] })
  return [unscopedWaiting, ...scopeSubjects({ groups, agents: [agentId] })]
}
