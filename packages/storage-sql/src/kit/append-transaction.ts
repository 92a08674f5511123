import type { AppendCommand, AppendResult, NewEvent } from '@parley/core/storage'
import { sql } from 'kysely'
import {
  advanceParams,
  type EventRow,
  eventRows,
  eventStatements,
  insertEvents,
  lastEvents,
  limitsBefore,
  singleEventStatements,
} from '../chats/chat-events.js'
import { decodeHead } from '../chats/chat-rows.js'
import { headSelection } from '../chats/chat-selections.js'
import { integer, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { Row, SqlExecutor } from '../sql/executor.js'
import { statement } from '../sql/statement.js'
import type { SqlStores } from '../sql-stores.js'

/** Applies commands in a transaction. Returns the results in the order of the commands. */
export type AppendInTransaction = (
  db: SqlExecutor,
  commands: readonly AppendCommand[],
) => Promise<readonly AppendResult[]>

/**
 * Returns the way to append events that works in every database: one transaction that locks the chats, decides here
 * which commands fit, and writes the events of all chats together.
 */
export function appendsInTransaction(dialect: SqlDialect, stores: SqlStores): AppendInTransaction {
  const events = eventStatements(dialect)
  const { advanceOne } = singleEventStatements(dialect)
  const lock = lockStatement(dialect)
  return async (db, commands) => {
    // In the order of the ids, so that two batches cannot deadlock.
    const ids = [...new Set(commands.map(({ chatId }) => chatId))].sort()
    const rows = await db.all(lock, { ids })
    const chats = new Map(rows.map((row) => [text(row, 'id'), new LockedChat(row)]))
    const applied = commands.map((command) => ({ command, result: applyTo(chats, command) }))
    const changed = [...chats.values()].filter(({ commandCount }) => commandCount > 0)
    for (const chat of changed) await db.run(advanceOne, chat.change())
    await insertEvents(
      db,
      events,
      changed.flatMap((chat) => chat.rows),
    )
    for (const { command, result } of applied) await addDeliveries(stores, db, command, result)
    return applied.map(({ result }) => result)
  }
}

function lockStatement(dialect: SqlDialect) {
  return statement<{ ids: readonly string[] }>(dialect, 'events.lockChats', (db, param) =>
    db
      .selectFrom('chats')
      .select(headSelection)
      .select(['event_order', 'event_bytes', 'sequence', 'sequence_at'])
      .where((chat) => dialect.isOneOf(chat.ref('chats.id'), param('ids')))
      .orderBy('chats.id')
      .modifyEnd(sql`${dialect.lockClause}`),
  )
}

function applyTo(chats: ReadonlyMap<string, LockedChat>, command: AppendCommand): AppendResult {
  return chats.get(command.chatId)?.apply(command) ?? { status: 'stale', head: undefined }
}

async function addDeliveries(
  stores: SqlStores,
  db: SqlExecutor,
  { chatId, deliveries }: AppendCommand,
  result: AppendResult,
): Promise<void> {
  if (result.status !== 'stored' || deliveries.length === 0) return
  const { orders, taken } = result
  const sequences = new Map([[chatId, taken.sequence]])
  await stores.writes(db).outbox.add(deliveries, { sequences, orders })
}

/** A locked chat, and how the commands of a batch change it. */
class LockedChat {
  readonly rows: EventRow[] = []
  commandCount = 0
  readonly #row: Row
  readonly #events: NewEvent[] = []
  #order: number
  #bytes = 0
  #sequence: number
  #sequenceAt: number
  #timeoutsFrom: number | null = null

  constructor(row: Row) {
    this.#row = row
    this.#order = integer(row, 'event_order')
    this.#sequence = integer(row, 'sequence')
    this.#sequenceAt = integer(row, 'sequence_at')
  }

  apply(command: AppendCommand): AppendResult {
    const row = this.#row
    if (row.revision !== command.revision) return { status: 'stale', head: decodeHead(row) }
    const limits = limitsBefore(command)
    const bytes = integer(row, 'event_bytes') + this.#bytes
    if (this.#order > limits.max_event_order || bytes > limits.max_event_bytes) return { status: 'full' }
    const taken = { sequence: this.#sequence + 1, previousAt: this.#sequenceAt }
    return { status: 'stored', orders: this.#add(command), taken }
  }

  /** Returns the parameters of the statement that advances the chat by all accepted commands. */
  change() {
    const id = text(this.#row, 'id')
    const added = { events: this.#events, bytes: this.#bytes, timeoutsFrom: this.#timeoutsFrom, bounds: null }
    return {
      ...advanceParams(id, added),
      last_events: lastEvents(this.rows),
      sequence: this.#sequence,
      sequence_at: this.#sequenceAt,
    }
  }

  #add({ chatId, events, bytes, timeoutsFrom, at }: AppendCommand): readonly number[] {
    this.commandCount += 1
    this.#sequence += 1
    const threadOrder = integer(this.#row, 'thread_order')
    const rows = eventRows(chatId, threadOrder, this.#order + 1, events, this.#sequence)
    this.rows.push(...rows)
    this.#events.push(...events)
    this.#order += events.length
    this.#bytes += bytes
    this.#sequenceAt = at
    this.#timeoutsFrom = timeoutsFrom ?? this.#timeoutsFrom
    return rows.map(({ event_order }) => event_order)
  }
}
