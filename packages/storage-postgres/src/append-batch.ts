import type { AppendCommand, AppendResult } from '@parley/core'
import {
  decodeHead,
  encodeEvent,
  eventColumns,
  headSelection,
  integerOrNull,
  type Row,
  statement,
} from '@parley/storage-sql'
import { sql } from 'kysely'
import type { Session } from './postgres-client.js'
import { postgresDialect } from './postgres-dialect.js'

type BatchParams = { commands: string; events: string }

const commandColumns = {
  chat_id: 'text',
  revision: 'integer',
  count: 'integer',
  last_activity_at: 'integer',
  timeouts_from: 'integer',
} as const

/** `event_order` counts from 1 within the batch and chat. */
const columnNames = Object.keys(eventColumns).map((name) => sql.ref(name))
const { chat_id, thread_order, event_order, ...contentColumns } = eventColumns
const contentNames = Object.keys(contentColumns).map((name) => sql.ref(`event.${name}`))

/**
 * Locks the chats in the order of their ids, so that two batches cannot wait for each other; advances those
 * whose revision still holds; stores their events at the orders this allocates. What `locked` answers is the
 * newest version of each row, also where the statement had to wait for it.
 */
const appendBatch = statement<BatchParams>(postgresDialect, 'events.appendBatch', (db, param) => ({
  compile: () =>
    sql`with command as materialized (${postgresDialect.selectFromJson(commandColumns, param('commands'))}),
    locked as materialized (
      select ${sql.join(headSelection.map((name) => sql.ref(name)))} from chats
      where chats.id in (select chat_id from command) order by chats.id for no key update
    ),
    advanced as (
      update chats set
        event_order = chats.event_order + command.count,
        last_activity_at = coalesce(command.last_activity_at, chats.last_activity_at),
        timeouts_from = coalesce(command.timeouts_from, chats.timeouts_from)
      from command join locked on locked.id = command.chat_id and locked.revision = command.revision
      where chats.id = command.chat_id
      returning chats.id, chats.thread_order, chats.event_order - command.count as order_before
    ),
    placed as materialized (
      select advanced.id as chat_id, advanced.thread_order,
        advanced.order_before + event.event_order as event_order, ${sql.join(contentNames)}
      from (${postgresDialect.selectFromJson({ chat_id, event_order, ...contentColumns }, param('events'))}) as event
      join advanced on advanced.id = event.chat_id
    ),
    stored as (
      insert into events (${sql.join(columnNames)}) select ${sql.join(columnNames)} from placed
    ),
    pointed as (
      insert into chat_last_events (chat_id, type, recipients, thread_order, event_order)
      select distinct on (chat_id, type, recipients) chat_id, type, recipients, thread_order, event_order
      from placed order by chat_id, type, recipients, event_order desc
      on conflict (chat_id, type, recipients)
      do update set thread_order = excluded.thread_order, event_order = excluded.event_order
    )
    select command.chat_id as command_chat_id, advanced.order_before, locked.*
    from command
    left join locked on locked.id = command.chat_id
    left join advanced on advanced.id = command.chat_id`.compile(db),
}))

/** The commands for one chat, all made on the same revision, in their order. */
interface ChatBatch {
  readonly chatId: string
  readonly revision: number
  readonly commands: { readonly command: AppendCommand; readonly index: number }[]
}

/** The results in the order of the commands. One statement, unless one chat comes with several revisions. */
export async function appendCommands(
  session: Session,
  commands: readonly AppendCommand[],
): Promise<readonly AppendResult[]> {
  const results: AppendResult[] = []
  for (const round of splitRounds(commands)) {
    const params = { commands: JSON.stringify(round.map(encodeCommand)), events: encodeEvents(round) }
    const rows = await session.all(appendBatch, params)
    const byChat = new Map(rows.map((row) => [row.command_chat_id, row]))
    for (const batch of round) decodeBatch(batch, byChat.get(batch.chatId), results)
  }
  return results
}

function splitRounds(commands: readonly AppendCommand[]): readonly ChatBatch[][] {
  const rounds: ChatBatch[][] = []
  const newest = new Map<string, { readonly batch: ChatBatch; readonly round: number }>()
  for (const [index, command] of commands.entries()) {
    const { chatId, revision } = command
    const previous = newest.get(chatId)
    if (previous?.batch.revision === revision) {
      previous.batch.commands.push({ command, index })
      continue
    }
    const batch: ChatBatch = { chatId, revision, commands: [{ command, index }] }
    const round = previous === undefined ? 0 : previous.round + 1
    newest.set(chatId, { batch, round })
    const batches = rounds[round]
    if (batches === undefined) rounds.push([batch])
    else batches.push(batch)
  }
  return rounds
}

function encodeCommand({ chatId, revision, commands }: ChatBatch) {
  const events = commands.flatMap(({ command }) => command.events)
  const postponing = commands
    .filter(({ command }) => command.postponesTimeouts)
    .flatMap(({ command }) => command.events)
  return {
    chat_id: chatId,
    revision,
    count: events.length,
    last_activity_at: events.at(-1)?.createdAt ?? null,
    timeouts_from: postponing.at(-1)?.createdAt ?? null,
  }
}

function encodeEvents(batches: readonly ChatBatch[]): string {
  const events = batches.flatMap(({ chatId, commands }) => {
    const ofChat = commands.flatMap(({ command }) => command.events)
    return ofChat.map((event, index) => ({ chat_id: chatId, event_order: index + 1, ...encodeEvent(event) }))
  })
  return JSON.stringify(events)
}

function decodeBatch(batch: ChatBatch, row: Row | undefined, results: AppendResult[]): void {
  if (row === undefined) throw new TypeError('the batch was answered without one of its chats')
  const orderBefore = integerOrNull(row, 'order_before')
  let order = orderBefore
  for (const { command, index } of batch.commands) {
    if (order === null) {
      results[index] = { status: 'stale', head: row.id === null ? undefined : decodeHead(row) }
      continue
    }
    const firstOrder: number = order + 1
    results[index] = { status: 'stored', orders: command.events.map((_, offset) => firstOrder + offset) }
    order += command.events.length
  }
}
