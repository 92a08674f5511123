import type { AppendCommand, AppendResult } from '@parley/core/ports'
import {
  decodeHead,
  type EventRow,
  eventColumns,
  headSelection,
  integer,
  json,
  placeEvents,
  type Row,
  roomBefore,
  type Statement,
  statement,
  type ThreadRoom,
} from '@parley/storage-sql'
import { sql } from 'kysely'
import { postgresDialect } from './postgres-dialect.js'

type BatchParams = { chatIds: readonly string[]; commands: string; events: string }

const commandColumns = {
  chat_id: 'text',
  revision: 'integer',
  bytes: 'integer',
  max_event_order: 'integer',
  max_event_bytes: 'integer',
  last_activity_at: 'integer',
  timeouts_from: 'integer',
} as const

const columnNames = Object.keys(eventColumns).map((name) => sql.ref(name))
/** A given event has no thread yet, and its `event_order` counts from 1 within the batch and chat. */
const { chat_id, thread_order, event_order, ...contentColumns } = eventColumns
const contentNames = Object.keys(contentColumns).map((name) => sql.ref(`event.${name}`))

/**
 * Locks the chats in the order of their ids, so that two batches cannot wait for each other; places the events
 * of those whose revision still holds and whose thread has room, stores them and advances their chats. What `locked`
 * answers is the newest version of each row, also where the statement had to wait for it: the chat as it was before.
 */
const appendBatch = statement<BatchParams>(postgresDialect, 'events.appendBatch', (db, param) => ({
  compile: () =>
    sql`with command as materialized (${postgresDialect.selectFromJson(commandColumns, param('commands'))}),
    locked as materialized (
      select ${sql.join(headSelection.map((name) => sql.ref(name)))}, chats.event_order, chats.event_bytes from chats
      where chats.id = any(${param('chatIds')}) order by chats.id for no key update
    ),
    placed as materialized (
      select locked.id as chat_id, locked.thread_order,
        locked.event_order + event.event_order as event_order, ${sql.join(contentNames)}
      from (${postgresDialect.selectFromJson({ chat_id, event_order, ...contentColumns }, param('events'))}) as event
      join command on command.chat_id = event.chat_id
      join locked on locked.id = command.chat_id and locked.revision = command.revision
        and locked.event_order <= command.max_event_order and locked.event_bytes <= command.max_event_bytes
    ),
    last as (
      select chat_id, max(event_order) as event_order, jsonb_object_agg(
        type || ' ' || recipients,
        jsonb_build_object('thread_order', thread_order, 'event_order', event_order) order by event_order
      )::text as last_events
      from placed group by chat_id
    ),
    advanced as (
      update chats set
        event_order = last.event_order,
        event_bytes = chats.event_bytes + command.bytes,
        last_activity_at = coalesce(command.last_activity_at, chats.last_activity_at),
        timeouts_from = coalesce(command.timeouts_from, chats.timeouts_from),
        last_events = ${postgresDialect.mergeJson(sql.ref('chats.last_events'), sql.ref('last.last_events'))}
      from command join last on last.chat_id = command.chat_id
      where chats.id = command.chat_id
    ),
    stored as (
      insert into events (${sql.join(columnNames)}) select ${sql.join(columnNames)} from placed
    )
    select command.chat_id, locked.event_order, locked.event_bytes, locked.revision = command.revision as holds,
      locked.event_order <= command.max_event_order and locked.event_bytes <= command.max_event_bytes as fits,
      case when locked.revision <> command.revision then row_to_json(locked)::text end as head
    from command left join locked on locked.id = command.chat_id`.compile(db),
}))

/** The commands for one chat, all made on the same revision, in their order. */
interface ChatBatch {
  readonly chatId: string
  readonly revision: number
  readonly commands: readonly PlacedCommand[]
}

interface PlacedCommand {
  readonly command: AppendCommand
  /** Among all commands of the call. */
  readonly index: number
}

/** Runs one statement and commits it. */
export type RunBatch = (statement: Statement<BatchParams>, params: BatchParams) => Promise<readonly Row[]>

/** The results in the order of the commands. One statement, unless one chat comes with several revisions or gets full. */
export async function appendCommands(
  run: RunBatch,
  commands: readonly AppendCommand[],
): Promise<readonly AppendResult[]> {
  const results: AppendResult[] = []
  for (const round of splitRounds(commands)) {
    let batches: readonly ChatBatch[] = round
    while (batches.length > 0) batches = await appendRound(run, batches, results)
  }
  return results
}

/** What is left to do: of chats that have no room for all of their commands, the first that they have room for. */
async function appendRound(
  run: RunBatch,
  batches: readonly ChatBatch[],
  results: AppendResult[],
): Promise<readonly ChatBatch[]> {
  const rows = await run(appendBatch, {
    chatIds: batches.map(({ chatId }) => chatId),
    commands: JSON.stringify(batches.map(encodeCommand)),
    events: encodeEvents(batches),
  })
  const byChat = new Map(rows.map((row) => [row.chat_id, row]))
  const left: ChatBatch[] = []
  for (const batch of batches) {
    const fitting = decodeBatch(batch, byChat.get(batch.chatId), results)
    if (fitting.length > 0) left.push({ ...batch, commands: fitting })
  }
  return left
}

interface OpenBatch extends ChatBatch {
  readonly commands: PlacedCommand[]
}

function splitRounds(commands: readonly AppendCommand[]): readonly (readonly ChatBatch[])[] {
  const rounds: OpenBatch[][] = []
  const newest = new Map<string, { readonly batch: OpenBatch; readonly round: number }>()
  for (const [index, command] of commands.entries()) {
    const { chatId, revision } = command
    const previous = newest.get(chatId)
    if (previous?.batch.revision === revision) {
      previous.batch.commands.push({ command, index })
      continue
    }
    const batch: OpenBatch = { chatId, revision, commands: [{ command, index }] }
    const round = previous === undefined ? 0 : previous.round + 1
    newest.set(chatId, { batch, round })
    const batches = rounds[round]
    if (batches === undefined) rounds.push([batch])
    else batches.push(batch)
  }
  return rounds
}

function encodeCommand({ chatId, revision, commands }: ChatBatch) {
  let lastActivityAt: number | null = null
  let timeoutsFrom: number | null = null
  for (const { command } of commands) {
    const newest = command.events.at(-1)
    if (newest === undefined) continue
    lastActivityAt = newest.createdAt
    if (command.postponesTimeouts) timeoutsFrom = lastActivityAt
  }
  const { bytes, max_event_order, max_event_bytes } = sumOf(commands)
  return {
    chat_id: chatId,
    revision,
    bytes,
    max_event_order,
    max_event_bytes,
    last_activity_at: lastActivityAt,
    timeouts_from: timeoutsFrom,
  }
}

/** What they come to together, and the room that they need one after the other. */
function sumOf(commands: readonly PlacedCommand[]): ThreadRoom & { readonly bytes: number } {
  let count = 0
  let bytes = 0
  let maxOrder = Number.MAX_SAFE_INTEGER
  let maxBytes = Number.MAX_SAFE_INTEGER
  for (const { command } of commands) {
    const room = roomBefore(command)
    maxOrder = Math.min(maxOrder, room.max_event_order - count)
    maxBytes = Math.min(maxBytes, room.max_event_bytes - bytes)
    count += command.events.length
    bytes += command.bytes
  }
  return { bytes, max_event_order: maxOrder, max_event_bytes: maxBytes }
}

function encodeEvents(batches: readonly ChatBatch[]): string {
  const rows: EventRow[] = []
  for (const { chatId, commands } of batches) {
    let order = 1
    for (const { command } of commands) {
      rows.push(...placeEvents(chatId, 0, order, command.events))
      order += command.events.length
    }
  }
  return JSON.stringify(rows)
}

/** Notes the results that are known now; answers the commands that are to be tried again, without those behind them. */
function decodeBatch(
  batch: ChatBatch,
  row: Row | undefined,
  results: AppendResult[],
): readonly PlacedCommand[] {
  if (row === undefined) throw new TypeError('the batch was answered without one of its chats')
  if (row.holds !== true) {
    const head = row.head === null ? undefined : decodeHead(json<Row>(row, 'head'))
    for (const { index } of batch.commands) results[index] = { status: 'stale', head }
    return []
  }
  if (row.fits !== true) return keepFitting(batch.commands, row, results)
  let order = integer(row, 'event_order')
  for (const { command, index } of batch.commands) {
    const firstOrder = order + 1
    results[index] = { status: 'stored', orders: command.events.map((_, offset) => firstOrder + offset) }
    order += command.events.length
  }
  return []
}

function keepFitting(
  commands: readonly PlacedCommand[],
  row: Row,
  results: AppendResult[],
): readonly PlacedCommand[] {
  let order = integer(row, 'event_order')
  let bytes = integer(row, 'event_bytes')
  const isTooMuch = ({ command }: PlacedCommand) => {
    const room = roomBefore(command)
    const exceeds = order > room.max_event_order || bytes > room.max_event_bytes
    order += command.events.length
    bytes += command.bytes
    return exceeds
  }
  const fullFrom = commands.findIndex(isTooMuch)
  for (const { index } of commands.slice(fullFrom)) results[index] = { status: 'full' }
  return commands.slice(0, fullFrom)
}
