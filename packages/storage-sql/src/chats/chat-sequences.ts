import type { ChatSequence } from '@parley/core/storage'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { integer, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { Row, SqlExecutor } from '../sql/executor.js'
import { type Param, type Statement, statement } from '../sql/statement.js'
import type { Tables } from '../sql/tables.js'

type TakeParams = { ids: readonly string[]; at: number }

/** Statements that take sequences. */
export interface SequenceStatements {
  /** Locks the chats and returns their sequences before the change. Advances them too, if the database allows it. */
  readonly take: Statement<TakeParams>
  /** Advances the sequences. `undefined` when `take` does that. */
  readonly advance: Statement<TakeParams> | undefined
}

export function sequenceStatements(dialect: SqlDialect): SequenceStatements {
  if (dialect.readsCanWrite) return { take: takeAtOnce(dialect), advance: undefined }
  return {
    take: statement<TakeParams>(dialect, 'chats.readSequences', (db, param) => ({
      compile: () => selectLocked(dialect, param).compile(db),
    })),
    advance: statement<TakeParams>(dialect, 'chats.advanceSequences', (db, param) =>
      db
        .updateTable('chats')
        .set({ sequence: sql<number>`sequence + 1`, sequence_at: param('at') })
        .where((chat) => dialect.isOneOf(chat.ref('id'), param('ids'))),
    ),
  }
}

/**
 * Takes sequences in one statement. `locked` returns the newest version of each row, even if the statement had to wait
 * for it.
 */
function takeAtOnce(dialect: SqlDialect): Statement<TakeParams> {
  const build = (db: Kysely<Tables>, param: Param<TakeParams>) => ({
    compile: () =>
      sql`with locked as materialized (${selectLocked(dialect, param)}),
      advanced as (
        update chats set sequence = chats.sequence + 1, sequence_at = ${param('at')}
        from locked where chats.id = locked.id
      )
      select id, sequence, sequence_at from locked`.compile(db),
  })
  return statement<TakeParams>(dialect, 'chats.takeSequences', build)
}

/** Selects the rows and locks them in the order of their ids, so that two transactions cannot deadlock. */
function selectLocked(dialect: SqlDialect, param: Param<TakeParams>): RawBuilder<unknown> {
  return sql`select chats.id, chats.sequence, chats.sequence_at from chats
    where ${dialect.isOneOf(sql.ref('chats.id'), param('ids'))} order by chats.id ${dialect.lockClause}`
}

export async function takeSequences(
  db: SqlExecutor,
  { take, advance }: SequenceStatements,
  chatIds: readonly string[],
  at: number,
): Promise<readonly ChatSequence[]> {
  if (chatIds.length === 0) return []
  const before = await db.all(take, { ids: chatIds, at })
  if (advance !== undefined) await db.run(advance, { ids: chatIds, at })
  const taken = new Map(before.map((row) => [text(row, 'id'), sequenceAfter(row)]))
  return chatIds.map((chatId) => {
    const one = taken.get(chatId)
    if (one === undefined) throw new TypeError(`there is no chat ${chatId}`)
    return one
  })
}

/** Returns the sequence after that of the row. */
function sequenceAfter(row: Row): ChatSequence {
  return { sequence: integer(row, 'sequence') + 1, previousAt: integer(row, 'sequence_at') }
}
