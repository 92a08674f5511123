import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChatEvent, MeasuredThread, Thread, ThreadSummary, ThreadWithEvents } from '@parley/core/storage'
import { eventKey, listChatThreads } from './chat-rows.js'
import { threadValue } from './chat-values.js'
import type { ThreadRow } from './rows.js'
import type { Run, Tables } from './tables.js'

/** Maximum size of a thread whose events are returned with its measured size, in bytes. */
const shortBytes = 16_384
const eventsPerTurn = 512

export const toOrder = ({ thread: { id, order } }: ThreadRow) => ({ id, order })

export function toThreadSummary({
  thread: { id, order },
  eventCount,
  agentsOnlyEventCount,
  richMessageCount,
}: ThreadRow): ThreadSummary {
  return { id, order, eventCount, agentsOnlyEventCount, richMessageCount }
}

/** Returns the threads before an order, the newest first. */
export function threadsBefore(tables: Tables, chatId: string, before: number | null): readonly ThreadRow[] {
  return listChatThreads(tables, chatId)
    .filter(({ thread }) => before === null || thread.order < before)
    .reverse()
}

function rowsById(tables: Tables, chatId: string, threadIds: readonly string[]): readonly ThreadRow[] {
  return listChatThreads(tables, chatId).filter(({ thread }) => threadIds.includes(thread.id))
}

export function measureThreads(
  tables: Tables,
  chatId: string,
  threadIds: readonly string[],
): readonly MeasuredThread[] {
  return rowsById(tables, chatId, threadIds).map((row) => {
    const thread = threadValue(tables, chatId, row)
    const events = row.bytes <= shortBytes ? eventsOf(tables, chatId, row, 0, row.eventCount) : undefined
    return Object.assign(thread, { bytes: row.bytes + bytesBesideEvents(thread), events })
  })
}

/** Returns the size of a thread without its events, in bytes. Each property is shown with about 10 more characters. */
function bytesBesideEvents(thread: Thread): number {
  const propertyCount = Object.values(thread.properties).flatMap(Object.keys).length
  return 64 + Buffer.byteLength(JSON.stringify(thread)) + 10 * propertyCount
}

export async function listThreads(
  run: Run,
  chatId: string,
  threadIds: readonly string[],
): Promise<readonly ThreadWithEvents[]> {
  const found = await run((tables) =>
    rowsById(tables, chatId, threadIds).map((row) => ({ row, thread: threadValue(tables, chatId, row) })),
  )
  const threads: ThreadWithEvents[] = []
  for (const { row, thread } of found) {
    threads.push(Object.assign(thread, { events: await readEvents(run, chatId, row) }))
  }
  return threads
}

/** Reads the events that the thread had when its row was read. Later events only ever follow these. */
async function readEvents(run: Run, chatId: string, row: ThreadRow): Promise<readonly ChatEvent[]> {
  const events: ChatEvent[] = []
  for (let after = 0; after < row.eventCount; after += eventsPerTurn) {
    const until = Math.min(after + eventsPerTurn, row.eventCount)
    events.push(...(await run((tables) => eventsOf(tables, chatId, row, after, until))))
    if (row.bytes > shortBytes) await nextTurn()
  }
  return events
}

/** Returns the events with orders above `after`, up to `until`. */
function eventsOf(
  { events }: Tables,
  chatId: string,
  { thread }: ThreadRow,
  after: number,
  until: number,
): ChatEvent[] {
  const at = (index: number) => events.get(eventKey(chatId, thread.order, after + index + 1)) ?? []
  return Array.from({ length: until - after }, (_, index) => at(index)).flat()
}
