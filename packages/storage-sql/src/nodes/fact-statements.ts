import { sql } from 'kysely'
import { eventSelection, headSelection } from '../chats/chat-selections.js'
import type { SqlDialect } from '../sql/dialect.js'
import { dueRowStatements } from '../sql/due-rows.js'
import { insertMostlyOne } from '../sql/insert-row.js'
import { rowCount, statement } from '../sql/statement.js'

const columns = { chat_id: 'text', sequence: 'integer', at: 'integer', facts: 'text' } as const

type RangeParams = { chat_id: string; after: number; until: number; max_bytes: number }

export type FactStatements = ReturnType<typeof factStatements>

export function factStatements(dialect: SqlDialect) {
  return {
    listSequencedChats: statement<{ ids: readonly string[] }>(
      dialect,
      'facts.listSequencedChats',
      (db, param) =>
        db
          .selectFrom('chats')
          .select(headSelection)
          .select('chats.sequence')
          .where((chat) => dialect.isOneOf(chat.ref('chats.id'), param('ids'))),
    ),
    list: list(dialect),
    listAppended: listAppended(dialect),
    listLatestSequences: listLatestSequences(dialect),
    insert: insertMostlyOne(dialect, { name: 'facts.insert', table: 'chat_facts', columns }),
    forget: statement<{ chat_id: string; until: number }>(dialect, 'facts.forget', (db, param) =>
      db
        .deleteFrom('chat_facts')
        .where('chat_id', '=', param('chat_id'))
        .where('sequence', '<=', param('until')),
    ),
    ...dueRowStatements(dialect, { table: 'chat_facts', key: ['chat_id', 'sequence'], dueAt: 'at' }),
  }
}

function list(dialect: SqlDialect) {
  return statement<RangeParams>(dialect, 'facts.list', (db, param) => ({
    compile: () =>
      sql`select sequence, at, facts from (
        select sequence, at, facts, sum(octet_length(facts)) over () as bytes
        from chat_facts where chat_id = ${param('chat_id')}
          and sequence > ${param('after')} and sequence <= ${param('until')}
      ) as sized where bytes <= ${param('max_bytes')} order by sequence`.compile(db),
  }))
}

/**
 * Returns the statement that lists the latest sequences of recently changed chats. Both parts are found by an index on
 * time. Events of transactions are covered by their stored facts.
 */
function listLatestSequences(dialect: SqlDialect) {
  type Params = { license_ids: readonly number[]; since: number; limit: number }
  return statement<Params>(dialect, 'facts.listLatestSequences', (db, param) => {
    const isOfLicense = dialect.isOneOf(sql.ref<number>('chats.license_id'), param('license_ids'))
    const columns = sql`chats.id, chats.license_id, chats.sequence, chats.sequence_at`
    return {
      compile: () =>
        sql`select ${columns} from chats
        where ${isOfLicense} and chats.last_activity_at >= ${param('since')}
        union
        select ${columns} from chat_facts join chats on chats.id = chat_facts.chat_id
        where chat_facts.at >= ${param('since')} and ${isOfLicense}
        limit ${rowCount(param('limit'))}`.compile(db),
    }
  })
}

/**
 * Returns the statement that lists appended events. The newest events are found from the end of the primary key,
 * because an index by sequence would make every send slower.
 */
function listAppended(dialect: SqlDialect) {
  const selection = sql.join(eventSelection.map((name) => sql.ref(name)))
  return statement<RangeParams & { event_count: number }>(dialect, 'facts.listAppended', (db, param) => ({
    compile: () =>
      sql`select ${selection}, events.sequence, threads.id as thread_id from (
        select newest.*, sum(octet_length(content) + octet_length(properties)) over () as bytes
        from (
          select * from events where chat_id = ${param('chat_id')}
            and (sequence is null or sequence <= ${param('until')})
          order by thread_order desc, event_order desc limit ${rowCount(param('event_count'))}
        ) as newest
        where sequence > ${param('after')}
      ) as events
      join threads on threads.chat_id = events.chat_id and threads.thread_order = events.thread_order
      where bytes <= ${param('max_bytes')}
      order by events.thread_order, events.event_order`.compile(db),
  }))
}
