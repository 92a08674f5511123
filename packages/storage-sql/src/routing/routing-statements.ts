import { type SqlBool, sql } from 'kysely'
import { headSelection } from '../chats/chat-selections.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { RowsParams } from '../sql/insert-rows.js'
import { rowCount, statement } from '../sql/statement.js'
import { onlineForever } from '../users/agent-rows.js'
import { isAvailable, queueStatements } from './queue-statements.js'

type TimedParams = { until: number; after_at: number; after_id: string; limit: number }
type DepartedParams = { now: number; after_until: number; after_id: string; limit: number }
type AgentsParams = { license_id: number; ids: readonly string[] }

export function routingStatements(dialect: SqlDialect) {
  return {
    ...queueStatements(dialect),
    ...availabilityStatements(dialect),
    ...timerStatements(dialect),
    ...departureStatements(dialect),
  }
}

const availableSelection = sql`agents.id, agents.permission, agents.groups, agents.max_chats_count,
  agents.last_assigned_at,
  (select count(*) from served_chats where served_chats.agent_id = agents.id) as active_chats_count`

function availabilityStatements(dialect: SqlDialect) {
  return {
    listAvailable: statement<{ license_id: number; limit: number }>(
      dialect,
      'routing.listAvailable',
      (db, param) => ({
        compile: () =>
          sql`with available as materialized (
            select ${availableSelection} from agents
            where agents.license_id = ${param('license_id')} and ${isAvailable}
          )
          select * from available where active_chats_count < max_chats_count
          order by active_chats_count, coalesce(last_assigned_at, -1), id
          limit ${rowCount(param('limit'))}`.compile(db),
      }),
    ),
    lockAvailable: statement<AgentsParams>(dialect, 'routing.lockAvailable', (db, param) =>
      db
        .selectFrom('agents')
        .select('id')
        .where((agent) => dialect.isOneOf(agent.ref('id'), param('ids')))
        .where('license_id', '=', param('license_id'))
        .where(isAvailable)
        .orderBy('id')
        .modifyEnd(dialect.lockClause),
    ),
    // A separate statement, so that it sees what previous holders of the locks have committed.
    readAvailable: statement<{ ids: readonly string[] }>(dialect, 'routing.readAvailable', (db, param) => ({
      compile: () =>
        sql`select ${availableSelection} from agents
          where ${dialect.isOneOf(sql.ref('agents.id'), param('ids'))} order by agents.id`.compile(db),
    })),
    recordAssignments: statement<{ ids: readonly string[]; at: number }>(
      dialect,
      'routing.recordAssignments',
      (db, param) =>
        db
          .updateTable('agents')
          .set({ last_assigned_at: param('at') })
          .where((agent) => dialect.isOneOf(agent.ref('id'), param('ids'))),
    ),
  }
}

export const timerColumns = { chat_id: 'text', timer_at: 'integer' } as const

const timedSelection = [
  'thread_timers.chat_id',
  'thread_timers.timer_at',
  'thread_timers.idle_told_from',
  'chats.timeouts_from',
] as const

function timerStatements(dialect: SqlDialect) {
  return {
    listTimed: statement<TimedParams>(dialect, 'routing.listTimed', (db, param) =>
      db
        .selectFrom('thread_timers')
        .innerJoin('chats', 'chats.id', 'thread_timers.chat_id')
        .select(timedSelection)
        .where('thread_timers.timer_at', '<=', param('until'))
        .where(
          sql<SqlBool>`(thread_timers.timer_at, thread_timers.chat_id) > (${param('after_at')}, ${param('after_id')})`,
        )
        .orderBy('thread_timers.timer_at')
        .orderBy('thread_timers.chat_id')
        .limit(rowCount(param('limit'))),
    ),
    postponeTimers: statement<RowsParams>(dialect, 'routing.postponeTimers', (db, param) => ({
      compile: () =>
        sql`update thread_timers set timer_at = given.timer_at
          from (${dialect.selectFromJson(timerColumns, param('rows'))}) as given
          where thread_timers.chat_id = given.chat_id and thread_timers.timer_at < given.timer_at`.compile(
          db,
        ),
    })),
    claimTimed: statement<{ chat_id: string; until: number }>(dialect, 'routing.claimTimed', (db, param) =>
      db
        .selectFrom('thread_timers')
        .innerJoin('chats', 'chats.id', 'thread_timers.chat_id')
        .select(headSelection)
        .select(timedSelection)
        .where('thread_timers.chat_id', '=', param('chat_id'))
        .where('thread_timers.timer_at', '<=', param('until'))
        .modifyEnd(dialect.skipLockedClause),
    ),
    setIdle: statement<{ chat_id: string; timer_at: number }>(dialect, 'routing.setIdle', (db, param) =>
      db
        .updateTable('thread_timers')
        .set({
          timer_at: param('timer_at'),
          idle_told_from: sql<number>`(select timeouts_from from chats where chats.id = thread_timers.chat_id)`,
        })
        .where('chat_id', '=', param('chat_id')),
    ),
  }
}

function departureStatements(dialect: SqlDialect) {
  // Must match the condition of the index.
  const isDeparting = sql<SqlBool>`online_until > 0 and online_until < ${sql.lit(onlineForever)}`
  return {
    listDeparted: statement<DepartedParams>(dialect, 'routing.listDeparted', (db, param) =>
      db
        .selectFrom('agents')
        .select(['id', 'license_id', 'online_until'])
        .where(isDeparting)
        .where('online_until', '<=', param('now'))
        .where(sql<SqlBool>`(online_until, id) > (${param('after_until')}, ${param('after_id')})`)
        .orderBy('online_until')
        .orderBy('id')
        .limit(rowCount(param('limit'))),
    ),
    listActiveChats: statement<{ agent_id: string; limit: number }>(
      dialect,
      'routing.listActiveChats',
      (db, param) =>
        db
          .selectFrom('served_chats')
          .select('chat_id')
          .where('agent_id', '=', param('agent_id'))
          .orderBy('chat_id')
          .limit(rowCount(param('limit'))),
    ),
    lockDeparted: statement<{ id: string; now: number }>(dialect, 'routing.lockDeparted', (db, param) =>
      db
        .selectFrom('agents')
        .select('id')
        .where('id', '=', param('id'))
        .where(isDeparting)
        .where('online_until', '<=', param('now'))
        .modifyEnd(dialect.lockClause),
    ),
    lockAgent: statement<{ id: string }>(dialect, 'routing.lockAgent', (db, param) =>
      db.selectFrom('agents').select('id').where('id', '=', param('id')).modifyEnd(dialect.lockClause),
    ),
    logOut: statement<{ id: string; now: number }>(dialect, 'routing.logOut', (db, param) =>
      db
        .updateTable('agents')
        .set({ online_until: 0 })
        .where('id', '=', param('id'))
        .where(isDeparting)
        .where('online_until', '<=', param('now'))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('served_chats').select('chat_id').whereRef('agent_id', '=', 'agents.id'))),
        ),
    ),
  }
}
