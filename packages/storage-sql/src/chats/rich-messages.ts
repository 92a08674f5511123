import type { RichMessage, RichMessageEvent } from '@parley/core/storage'
import { type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { type Param, statement } from '../sql/statement.js'
import { decodeEvent } from './chat-rows.js'
import { eventSelection } from './chat-selections.js'

type SetParams = { chat_id: string; event_order: number; content: string }

/** Condition of the index of rich messages. SQLite uses the index only for queries with the same condition. */
export const isRichMessageForAll = sql<SqlBool>`events.type = 'rich_message' and events.recipients = 'all'`

const isInLastThread = <Params extends { chat_id: string }>(param: Param<Params>) =>
  sql<SqlBool>`events.chat_id = ${param('chat_id')} and events.thread_order =
    (select chats.thread_order from chats where chats.id = ${param('chat_id')})`

export function richMessageReads(dialect: SqlDialect) {
  return {
    getRichMessage: statement<{ chat_id: string; id: string }>(dialect, 'chats.getRichMessage', (db, param) =>
      db
        .selectFrom('events')
        .select(eventSelection)
        .where(isInLastThread(param))
        .where('events.id', '=', param('id'))
        .where(isRichMessageForAll),
    ),
  }
}

export function richMessageWrites(dialect: SqlDialect) {
  return {
    setRichMessage: statement<SetParams>(dialect, 'chats.setRichMessage', (db, param) =>
      db
        .updateTable('events')
        .set({ content: param('content') })
        .where(isInLastThread(param))
        .where('events.event_order', '=', param('event_order'))
        .where(sql<SqlBool>`events.type = 'rich_message'`),
    ),
  }
}

export async function readRichMessage(
  db: SqlExecutor,
  { getRichMessage }: ReturnType<typeof richMessageReads>,
  chatId: string,
  eventId: string,
): Promise<RichMessageEvent | undefined> {
  const row = await first(db, getRichMessage, { chat_id: chatId, id: eventId })
  if (row === undefined) return undefined
  const event = decodeEvent(row)
  const { content } = event
  if (content.type !== 'rich_message') throw new TypeError(`event ${eventId} holds a ${content.type}`)
  return Object.assign({}, event, { content })
}

export async function writeRichMessage(
  db: SqlExecutor,
  { setRichMessage }: ReturnType<typeof richMessageWrites>,
  chatId: string,
  order: number,
  content: RichMessage,
): Promise<void> {
  const params = { chat_id: chatId, event_order: order, content: JSON.stringify(content) }
  const count = await db.run(setRichMessage, params)
  if (count !== 1) throw new TypeError(`the last thread of chat ${chatId} has no rich message at ${order}`)
}
