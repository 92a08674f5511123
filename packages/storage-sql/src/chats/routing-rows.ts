import type { ChatHead } from '@parley/core/storage'
import type { SqlDialect } from '../sql/dialect.js'
import type { SqlExecutor } from '../sql/executor.js'
import { insertMostlyOne, runInsert } from '../sql/insert-row.js'
import { statement } from '../sql/statement.js'
import { scopeSubjects } from './chat-scopes.js'

const waitingColumns = {
  license_id: 'integer',
  subject: 'text',
  waiting_since: 'integer',
  chat_id: 'text',
} as const

const servedColumns = { agent_id: 'text', chat_id: 'text' } as const

type WaitingParams = {
  license_id: number
  subjects: readonly string[]
  waiting_since: number
  chat_id: string
}
type ServedParams = { chat_id: string; agent_ids: readonly string[] }

export function routingRowStatements(dialect: SqlDialect) {
  return {
    insertWaiting: insertMostlyOne(dialect, {
      name: 'routing.insertWaiting',
      table: 'waiting_threads',
      columns: waitingColumns,
    }),
    removeWaiting: statement<WaitingParams>(dialect, 'routing.removeWaiting', (db, param) =>
      db
        .deleteFrom('waiting_threads')
        .where('license_id', '=', param('license_id'))
        .where((row) => dialect.isOneOf(row.ref('subject'), param('subjects')))
        .where('waiting_since', '=', param('waiting_since'))
        .where('chat_id', '=', param('chat_id')),
    ),
    insertServed: insertMostlyOne(dialect, {
      name: 'routing.insertServed',
      table: 'served_chats',
      columns: servedColumns,
    }),
    removeServed: statement<ServedParams>(dialect, 'routing.removeServed', (db, param) =>
      db
        .deleteFrom('served_chats')
        .where((row) => dialect.isOneOf(row.ref('agent_id'), param('agent_ids')))
        .where('chat_id', '=', param('chat_id')),
    ),
    insertTimer: statement<{ chat_id: string }>(dialect, 'routing.insertTimer', (db, param) =>
      db
        .insertInto('thread_timers')
        .columns(['chat_id', 'timer_at'])
        .expression((timer) =>
          timer.selectFrom('chats').select(['id', 'timeouts_from']).where('id', '=', param('chat_id')),
        ),
    ),
    removeTimer: statement<{ chat_id: string }>(dialect, 'routing.removeTimer', (db, param) =>
      db.deleteFrom('thread_timers').where('chat_id', '=', param('chat_id')),
    ),
  }
}

export type RoutingRowStatements = ReturnType<typeof routingRowStatements>

/**
 * Value of the column `subject` in the row that every waiting thread has, for agents who see all chats of the license.
 * Further rows of the thread name who else sees it.
 */
export const everyWaiting = 'every'
/** The same for a chat without scopes, which every agent can see. */
export const unscopedWaiting = 'unscoped'

/**
 * Updates the rows of routing to match the new head of a chat. `before` is the head that the rows match, or `null` when
 * there are none.
 */
export async function updateRouting(
  db: SqlExecutor,
  statements: RoutingRowStatements,
  before: ChatHead | null,
  after: ChatHead,
): Promise<void> {
  await updateWaiting(db, statements, before, after)
  const [wasServed, isServed] = [before !== null && isServedChat(before), isServedChat(after)]
  const formerIds = before !== null && wasServed ? agentIds(before) : []
  const presentIds = isServed ? agentIds(after) : []
  const chat_id = after.id
  const added = presentIds.filter(isNotIn(formerIds))
  const rows = added.map((agent_id) => ({ agent_id, chat_id }))
  await runInsert(db, statements.insertServed, rows)
  const removed = formerIds.filter(isNotIn(presentIds))
  if (removed.length > 0) await db.run(statements.removeServed, { chat_id, agent_ids: removed })
  if (isServed && !wasServed) await db.run(statements.insertTimer, { chat_id })
  if (wasServed && !isServed) await db.run(statements.removeTimer, { chat_id })
}

async function updateWaiting(
  db: SqlExecutor,
  statements: RoutingRowStatements,
  before: ChatHead | null,
  after: ChatHead,
): Promise<void> {
  const former = before === null ? [] : waitingSubjects(before)
  const present = waitingSubjects(after)
  const { licenseId: license_id, id: chat_id } = after
  const removed = former.filter(isNotIn(present))
  const left = before?.thread.waitingSince ?? null
  if (removed.length > 0 && left !== null) {
    await db.run(statements.removeWaiting, { license_id, subjects: removed, waiting_since: left, chat_id })
  }
  const waiting_since = after.thread.waitingSince
  const added = present.filter(isNotIn(former))
  const rows = added.map((subject) => ({ license_id, subject, waiting_since, chat_id }))
  await runInsert(db, statements.insertWaiting, rows)
}

/**
 * Returns the subjects of `waiting_threads` for a thread: those of agents who can see the chat, except administrators.
 * Returns none when the thread is not waiting.
 */
function waitingSubjects(head: ChatHead): readonly string[] {
  if (head.thread.waitingSince === null) return []
  const { groups, agents } = head.scopes
  const named = scopeSubjects({ groups, agents: [...agents, ...agentIds(head)] })
  return groups.length + agents.length > 0 ? [everyWaiting, ...named] : [everyWaiting, unscopedWaiting]
}

function isServedChat({ thread }: ChatHead): boolean {
  return thread.isActive && thread.waitingSince === null
}

function agentIds({ members }: ChatHead): readonly string[] {
  return members.filter(({ kind }) => kind === 'agent').map(({ id }) => id)
}

function isNotIn(others: readonly string[]) {
  return (one: string) => !others.includes(one)
}
