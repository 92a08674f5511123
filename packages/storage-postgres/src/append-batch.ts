import type { AppendCommand, AppendResult } from '@parley/core/storage'
import {
  decodeHead,
  type EventRow,
  eventRows,
  integer,
  json,
  limitsBefore,
  newestSharedAt,
  type Row,
  type RunStatement,
  type ThreadLimits,
} from '@parley/storage-sql'
import { appendBatch, appendDelivering } from './append-statement.js'
import { encodeBatchDeliveries } from './batch-deliveries.js'
import { type ChatBatch, type IndexedCommand, splitRounds } from './chat-batches.js'

/**
 * Returns the results in the order of the commands. One statement is enough, unless a chat comes with several revisions
 * or reaches its limit.
 */
export async function appendCommands(
  run: RunStatement,
  commands: readonly AppendCommand[],
): Promise<readonly AppendResult[]> {
  const results: AppendResult[] = []
  for (const round of splitRounds(commands)) {
    let batches: readonly ChatBatch[] = round
    while (batches.length > 0) batches = await appendRound(run, batches, results)
  }
  return results
}

/**
 * Runs one round. Returns the batches to run again: in a chat that cannot take all its commands, the leading ones that
 * fit.
 */
async function appendRound(
  run: RunStatement,
  batches: readonly ChatBatch[],
  results: AppendResult[],
): Promise<readonly ChatBatch[]> {
  const rows = await runBatches(run, batches)
  const byChat = new Map(rows.map((row) => [row.chat_id, row]))
  const left: ChatBatch[] = []
  for (const batch of batches) {
    const fitting = decodeBatch(batch, byChat.get(batch.chatId), results)
    if (fitting.length > 0) left.push({ ...batch, commands: fitting })
  }
  return left
}

function runBatches(run: RunStatement, batches: readonly ChatBatch[]): Promise<readonly Row[]> {
  const params = {
    commands: JSON.stringify(batches.map(encodeCommand)),
    events: encodeEvents(batches),
  }
  const deliveries = encodeBatchDeliveries(batches)
  if (deliveries === undefined) return run(appendBatch, params)
  return run(appendDelivering, Object.assign(params, deliveries))
}

function encodeCommand({ chatId, revision, commands }: ChatBatch) {
  let lastActivityAt: number | null = null
  let lastSharedActivityAt: number | null = null
  let timeoutsFrom: number | null = null
  let sequenceAt: number | null = null
  for (const { command } of commands) {
    sequenceAt = command.at
    timeoutsFrom = command.timeoutsFrom ?? timeoutsFrom
    const newest = command.events.at(-1)
    if (newest === undefined) continue
    lastActivityAt = newest.createdAt
    lastSharedActivityAt = newestSharedAt(command.events) ?? lastSharedActivityAt
  }
  const { bytes, max_event_order, max_event_bytes } = sumOf(commands)
  return {
    chat_id: chatId,
    revision,
    command_count: commands.length,
    bytes,
    max_event_order,
    max_event_bytes,
    last_activity_at: lastActivityAt,
    last_shared_activity_at: lastSharedActivityAt,
    timeouts_from: timeoutsFrom,
    sequence_at: sequenceAt,
  }
}

/** Returns the total bytes of the commands, and the limits under which all of them fit one after the other. */
function sumOf(commands: readonly IndexedCommand[]): ThreadLimits & { readonly bytes: number } {
  let count = 0
  let bytes = 0
  let maxOrder = Number.MAX_SAFE_INTEGER
  let maxBytes = Number.MAX_SAFE_INTEGER
  for (const { command } of commands) {
    const limits = limitsBefore(command)
    maxOrder = Math.min(maxOrder, limits.max_event_order - count)
    maxBytes = Math.min(maxBytes, limits.max_event_bytes - bytes)
    count += command.events.length
    bytes += command.bytes
  }
  return { bytes, max_event_order: maxOrder, max_event_bytes: maxBytes }
}

function encodeEvents(batches: readonly ChatBatch[]): string {
  const rows: EventRow[] = []
  for (const { chatId, commands } of batches) {
    let order = 1
    for (const [index, { command }] of commands.entries()) {
      rows.push(...eventRows(chatId, 0, order, command.events, index + 1))
      order += command.events.length
    }
  }
  return JSON.stringify(rows)
}

/** Records the results that are known. Returns the commands to try again: those before the first that does not fit. */
function decodeBatch(
  batch: ChatBatch,
  row: Row | undefined,
  results: AppendResult[],
): readonly IndexedCommand[] {
  if (row === undefined) throw new TypeError('the result of the batch lacks one of its chats')
  if (row.holds !== true) {
    const head = row.head === null ? undefined : decodeHead(json<Row>(row, 'head'))
    for (const { index } of batch.commands) results[index] = { status: 'stale', head }
    return []
  }
  if (row.fits !== true) return takeFitting(batch.commands, row, results)
  noteStored(batch.commands, row, results)
  return []
}

function noteStored(commands: readonly IndexedCommand[], row: Row, results: AppendResult[]): void {
  let order = integer(row, 'event_order')
  let sequence = integer(row, 'sequence')
  let previousAt = integer(row, 'sequence_at')
  for (const { command, index } of commands) {
    const firstOrder = order + 1
    const orders = command.events.map((_, offset) => firstOrder + offset)
    sequence += 1
    results[index] = { status: 'stored', orders, taken: { sequence, previousAt } }
    order += orders.length
    previousAt = command.at
  }
}

function takeFitting(
  commands: readonly IndexedCommand[],
  row: Row,
  results: AppendResult[],
): readonly IndexedCommand[] {
  let order = integer(row, 'event_order')
  let bytes = integer(row, 'event_bytes')
  const isTooMuch = ({ command }: IndexedCommand) => {
    const limits = limitsBefore(command)
    const exceeds = order > limits.max_event_order || bytes > limits.max_event_bytes
    order += command.events.length
    bytes += command.bytes
    return exceeds
  }
  const fullFrom = commands.findIndex(isTooMuch)
  for (const { index } of commands.slice(fullFrom)) results[index] = { status: 'full' }
  return commands.slice(0, fullFrom)
}
