import type {
  AppendedEvent,
  ChatEvent,
  FactReads,
  FactWrites,
  LatestSequence,
  LatestSequencesQuery,
  SequenceRange,
  StoredFacts,
} from '@parley/core/storage'
import { eventKey, listChatThreads } from './chat-rows.js'
import { sorted } from './order.js'
import type { Run, Tables } from './tables.js'

export const factReads = (run: Run): FactReads => ({
  listSequencedChats: (chatIds) =>
    run(({ chats }) =>
      [...new Set(chatIds)].flatMap((chatId) => {
        const chat = chats.get(chatId)
        return chat === undefined ? [] : [{ head: chat.head, sequence: chat.sequence }]
      }),
    ),
  list: (range) => run((tables) => listFacts(tables, range)),
  listAppended: (range) => run((tables) => listAppended(tables, range)),
  listLatestSequences: (query) => run((tables) => listLatestSequences(tables, query)),
  countUntil: (at, max) => run(({ facts }) => facts.countUntil(at, max)),
})

export const factWrites = (run: Run): FactWrites => ({
  insert: (facts, maxCount) =>
    run((tables) => {
      for (const one of facts) insert(tables, one, maxCount)
    }),
  deleteUntil: (at, limit) => run(({ facts }) => facts.deleteUntil(at, limit)),
  ...factReads(run),
})

function insert({ facts }: Tables, stored: StoredFacts, maxCount: number): void {
  const { chatId, sequence } = stored
  facts.insert(factKey(stored), stored)
  facts.deleteWhere((one) => one.chatId === chatId && one.sequence <= sequence - maxCount)
}

const factKey = ({ sequence, chatId }: Pick<StoredFacts, 'sequence' | 'chatId'>) => `${sequence} ${chatId}`

function listFacts({ facts }: Tables, range: SequenceRange) {
  const { chatId, after, until } = range
  const isWithin = (one: StoredFacts) =>
    one.chatId === chatId && one.sequence > after && one.sequence <= until
  const newestFirst = sorted(facts.rows(isWithin), ({ sequence }) => [-sequence, ''])
  const fitting = within(range.maxBytes, newestFirst, ({ facts: text }) => Buffer.byteLength(text))
  return fitting.map(({ sequence, at, facts: text }) => ({ sequence, at, facts: text }))
}

function listAppended(
  tables: Tables,
  { chatId, after, until, maxBytes, eventCount }: SequenceRange & { readonly eventCount: number },
): readonly AppendedEvent[] {
  const appended = newestEvents(tables, chatId, until, eventCount).filter(({ sequence }) => sequence > after)
  return within(maxBytes, appended, ({ event }) => storedBytes(event))
}

function listLatestSequences(
  { chats, facts }: Tables,
  query: LatestSequencesQuery,
): readonly LatestSequence[] {
  const { licenseIds, since, limit } = query
  const kept = new Set(facts.rows(({ at }) => at >= since).map(({ chatId }) => chatId))
  return chats
    .rows(({ head }) => licenseIds.includes(head.licenseId))
    .filter(({ head, lastActivityAt }) => lastActivityAt >= since || kept.has(head.id))
    .slice(0, limit)
    .map(({ head, sequence, sequenceAt: at }) => {
      return { licenseId: head.licenseId, chatId: head.id, sequence, at }
    })
}

/** Returns the newest events, the newest first. The sequence is 0 when it is unknown. */
function newestEvents(
  tables: Tables,
  chatId: string,
  until: number,
  count: number,
): readonly AppendedEvent[] {
  const newest: AppendedEvent[] = []
  for (const { thread, eventCount } of listChatThreads(tables, chatId).toReversed()) {
    for (let order = eventCount; order > 0 && newest.length < count; order -= 1) {
      const key = eventKey(chatId, thread.order, order)
      const event = tables.events.get(key)
      const sequence = tables.appended.get(key)?.sequence ?? 0
      if (event !== undefined && sequence <= until) newest.push({ sequence, threadId: thread.id, event })
    }
  }
  return newest
}

function storedBytes({ content, properties }: ChatEvent): number {
  return Buffer.byteLength(JSON.stringify(content)) + Buffer.byteLength(JSON.stringify(properties))
}

/** Returns the items in reverse order, or none when their total size exceeds `maxBytes`. */
function within<Item>(
  maxBytes: number,
  newestFirst: readonly Item[],
  bytesOf: (item: Item) => number,
): readonly Item[] {
  const bytes = newestFirst.reduce((sum, item) => sum + bytesOf(item), 0)
  return bytes <= maxBytes ? newestFirst.toReversed() : []
}
