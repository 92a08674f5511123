import {
  type ArchivedThread,
  type ArchiveFilter,
  type ArchivePage,
  type ArchiveQuery,
  type ArchiveReads,
  type ArchiveWrites,
  type SearchTerm,
  StorageError,
  type UnindexedEvent,
} from '@parley/core/storage'
import { eventKey, listChatThreads } from './chat-rows.js'
import { chatValue } from './chat-values.js'
import { compare, reversed, type SortKey } from './order.js'
import { passesFilters, termsOfChat, termsOfThread } from './property-terms.js'
import type { ChatRow, ThreadRow } from './rows.js'
import type { Run, Tables } from './tables.js'

export const archiveReads = (run: Run): ArchiveReads => ({
  listThreads: (query, cancellation) =>
    run((tables) => {
      if (cancellation?.aborted) throw new StorageError('cancelled', 'the list was cancelled')
      return listThreads(tables, query)
    }),
  listUnindexed: (since, limit) =>
    run((tables) => {
      const unindexed = tables.chats.rows((chat) => {
        return isBehind(tables, chat.head.id) || (chat.lastActivityAt >= since && hasUnindexed(tables, chat))
      })
      return unindexed.slice(0, limit).map(({ head }) => head.id)
    }),
  getIndexedUntil: () => run(({ progress }) => progress.get(indexing)?.indexedUntil ?? 0),
  // Data in memory was never indexed by an earlier release.
  listOutdated: () => run(() => []),
  countOutdated: () => run(() => 0),
})

export const archiveWrites = (run: Run): ArchiveWrites => ({
  claimUnindexed: (chatIds, atMost) =>
    run((tables) => {
      const chats = [...new Set(chatIds)].flatMap((chatId) => tables.chats.get(chatId) ?? [])
      const share = {
        eventCount: Math.max(1, Math.floor(atMost.eventCount / chats.length)),
        bytes: Math.floor(atMost.bytes / chats.length),
      }
      const taken = chats.map((chat) => {
        const events = claimFromChat(tables, chat, share, chat.head.id === chatIds[0])
        return { chatId: chat.head.id, events }
      })
      const behind = taken.filter(({ chatId }) => isBehind(tables, chatId))
      const [untaken, begun] = [
        behind.filter(({ events }) => events.length === 0),
        behind.filter(({ events }) => events.length > 0),
      ]
      return {
        events: taken.flatMap(({ events }) => events),
        unfinished: [...untaken, ...begun].map(({ chatId }) => chatId),
      }
    }),
  claimOutdated: (chatIds) => run(() => ({ events: [], unfinished: [...new Set(chatIds)] })),
  index: (events) =>
    run(({ searchDocuments, nextPosition }) => {
      for (const event of events) searchDocuments.insert(String(nextPosition()), event)
    }),
  setIndexedUntil: (at) =>
    run(({ progress }) => {
      const indexedUntil = Math.max(at, progress.get(indexing)?.indexedUntil ?? 0)
      progress.put(indexing, { indexedUntil })
    }),
  ...archiveReads(run),
})

/** Key of the only row of `progress`. */
const indexing = 'indexing'

interface ListedThread {
  readonly chat: ChatRow
  readonly row: ThreadRow
}

const sortKeyOf = ({ row }: ListedThread): SortKey => [row.thread.createdAt, row.thread.id]

function listThreads(tables: Tables, query: ArchiveQuery): ArchivePage {
  const { after, offset, limit } = query
  const chats = tables.chats.rows((chat) => isOfQuery(chat, query))
  const found = query.terms.length === 0 ? undefined : foundThreads(tables, query)
  const threads = chats
    .flatMap((chat) => listChatThreads(tables, chat.head.id).map((row) => ({ chat, row })))
    .filter(({ row }) => hasPassed(tables, row, query) && found?.has(row.thread.id) !== false)
    .filter(({ chat, row }) =>
      passesFilters(query.properties, ({ present }) => {
        const own = termsOfThread(tables, chat.head.id, row.thread.order)
        return own.has(present) ? own : termsOfChat(tables, chat.head.id)
      }),
    )
  const following = reversed(threads, sortKeyOf)
    .filter((listed) => after === null || compare(sortKeyOf(listed), [after.createdAt, after.id]) < 0)
    .slice(offset)
  return {
    threads: following.slice(0, limit).map((listed) => archivedThread(tables, listed)),
    total: threads.length,
    hasMore: following.length > limit,
  }
}

function isOfQuery({ head }: ChatRow, query: ArchiveFilter): boolean {
  const { licenseId, scopes, members } = head
  if (licenseId !== query.licenseId) return false
  const isScopedTo = (groups: readonly number[]) => scopes.groups.some((group) => groups.includes(group))
  if (query.groupIds !== null && !isScopedTo(query.groupIds)) return false
  if (query.reach === 'every' || scopes.groups.length + scopes.agents.length === 0) return true
  if (isScopedTo(query.groups) || scopes.agents.includes(query.agentId)) return true
  return members.some(({ id }) => id === query.agentId)
}

function hasPassed({ agents, formerAgents }: Tables, { thread }: ThreadRow, query: ArchiveFilter): boolean {
  const { agentIds, createdFrom, createdBefore } = query
  if (thread.createdAt < createdFrom || thread.createdAt >= createdBefore) return false
  if (agentIds === null) return true
  const isAgent = (id: string) => (agents.get(id) ?? formerAgents.get(id)) !== undefined
  return thread.userIds.some((id) => agentIds.includes(id) && isAgent(id))
}

function foundThreads({ searchDocuments }: Tables, { licenseId, terms }: ArchiveFilter): ReadonlySet<string> {
  const found = searchDocuments.rows((event) => event.licenseId === licenseId && hasAll(event.tokens, terms))
  return new Set(found.map(({ thread }) => thread.id))
}

function hasAll(tokens: readonly string[], terms: readonly SearchTerm[]): boolean {
  return terms.every(({ token, isPrefix }) =>
    tokens.some((there) => (isPrefix ? there.startsWith(token) : there === token)),
  )
}

function archivedThread(tables: Tables, { chat, row }: ListedThread): ArchivedThread {
  const { id, createdAt, properties } = row.thread
  const beside = JSON.stringify([chatValue(tables, chat), properties])
  return { id, createdAt, chatId: chat.head.id, bytes: row.bytes + Buffer.byteLength(beside) }
}

function isBehind({ searchPositions }: Tables, chatId: string): boolean {
  return searchPositions.get(chatId)?.isBehind === true
}

function hasUnindexed(tables: Tables, chat: ChatRow): boolean {
  return listUnindexedRows(tables, chat).length > 0
}

interface UnindexedRow {
  readonly threadOrder: number
  readonly order: number
  readonly event: UnindexedEvent
}

/** Returns the events of the chat that are not indexed yet, in their order. */
function listUnindexedRows(tables: Tables, chat: ChatRow): readonly UnindexedRow[] {
  const { head } = chat
  const position = positionOfChat(tables, chat)
  const threads = listChatThreads(tables, head.id).filter(
    ({ thread }) => thread.order >= position.threadOrder,
  )
  return threads.flatMap(({ thread, eventCount }) => {
    const first = thread.order === position.threadOrder ? position.order + 1 : 1
    const orders = Array.from({ length: eventCount - first + 1 }, (_, index) => first + index)
    return orders.flatMap((order) => {
      const event = tables.events.get(eventKey(head.id, thread.order, order))
      if (event === undefined) return []
      const position = { id: thread.id, createdAt: thread.createdAt }
      return {
        threadOrder: thread.order,
        order,
        event: { licenseId: head.licenseId, thread: position, content: event.content },
      }
    })
  })
}

function claimFromChat(
  tables: Tables,
  chat: ChatRow,
  share: { readonly eventCount: number; readonly bytes: number },
  isFirst: boolean,
): readonly UnindexedEvent[] {
  const untaken = listUnindexedRows(tables, chat)
  const taken: UnindexedRow[] = []
  let bytes = 0
  for (const next of untaken.slice(0, share.eventCount)) {
    bytes += Buffer.byteLength(JSON.stringify(next.event.content))
    if (bytes > share.bytes && !(isFirst && taken.length === 0)) break
    taken.push(next)
  }
  const position = taken.at(-1) ?? positionOfChat(tables, chat)
  const { threadOrder, order } = position
  const isBehind = taken.length < untaken.length
  if (untaken.length > 0) tables.searchPositions.put(chat.head.id, { threadOrder, order, isBehind })
  return taken.map(({ event }) => event)
}

function positionOfChat({ searchPositions }: Tables, { head }: ChatRow) {
  return searchPositions.get(head.id) ?? { threadOrder: 1, order: 0 }
}
