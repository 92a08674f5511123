import {
  type ArchivedThread,
  type ArchivePage,
  type ArchiveQuery,
  type ArchiveWrites,
  type Cancellation,
  type IndexedEvent,
  StorageError,
  type UnindexedBatch,
  type UnindexedEvent,
} from '@parley/core/storage'
import { countTerms, type FilterParams, type FoundBy, findBy } from '../chats/chat-filters.js'
import { scopeSubjects } from '../chats/chat-scopes.js'
import { flag, integer, json, rows, text } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import { first, type Row, type SqlExecutor } from '../sql/executor.js'
import { encodeRows } from '../sql/insert-rows.js'
import {
  type ArchiveList,
  type ArchiveParams,
  archiveLists,
  unindexedStatement,
} from './archive-statements.js'
import { indexingStatements, type positionColumns } from './indexing-statements.js'
import { encodeIndexed, indexStatements, licensedTerms } from './search-index.js'

export function archiveStatements(dialect: SqlDialect) {
  return {
    list: archiveLists(dialect),
    countTerms: countTerms(dialect),
    listUnindexed: unindexedStatement(dialect),
    index: indexStatements(dialect),
    encodeTerms: dialect.search.encodeTerms,
    ...indexingStatements(dialect),
  }
}

type AtMost = { readonly eventCount: number; readonly bytes: number }

const unfiltered: FoundBy = {
  params: { filter_terms: '[]', wanted_count: 0, leading_terms: [] },
  isSelective: false,
}

export class SqlArchives implements ArchiveWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof archiveStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof archiveStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async listThreads(query: ArchiveQuery, cancellation?: Cancellation): Promise<ArchivePage> {
    checkAwaited(cancellation)
    const { params, isSelective } = await this.#filtersOf(query)
    checkAwaited(cancellation)
    const list = this.#statements.list({ ...listOf(query), isLed: isSelective })
    const found = await this.#db.all(list, this.#params(query, params), {
      licenseId: query.licenseId,
      cancellation,
    })
    const [counted] = found
    const listed = found.filter((row) => row.thread_id !== null)
    return {
      threads: listed.slice(0, query.limit).map(decodeArchived),
      total: counted === undefined ? 0 : integer(counted, 'total'),
      hasMore: listed.length > query.limit,
    }
  }

  async #filtersOf({ licenseId, properties }: ArchiveQuery): Promise<FoundBy> {
    if (properties.length === 0) return unfiltered
    return findBy(this.#db, this.#statements.countTerms, licenseId, properties)
  }

  async listUnindexed(since: number, limit: number): Promise<readonly string[]> {
    const found = await this.#db.all(this.#statements.listUnindexed, { since, limit })
    return found.map((row) => text(row, 'chat_id'))
  }

  async getIndexedUntil(): Promise<number> {
    const row = await first(this.#db, this.#statements.getIndexedUntil, {})
    return row === undefined ? 0 : integer(row, 'indexed_until')
  }

  async listOutdated(limit: number): Promise<readonly string[]> {
    const found = await this.#db.all(this.#statements.listOutdated, { limit })
    return found.map((row) => text(row, 'chat_id'))
  }

  async countOutdated(): Promise<number> {
    const row = await first(this.#db, this.#statements.countOutdated, {})
    return row === undefined ? 0 : integer(row, 'total')
  }

  async claimUnindexed(chatIds: readonly string[], atMost: AtMost): Promise<UnindexedBatch> {
    const claimed = await this.#db.all(this.#statements.claim, { ids: chatIds })
    if (claimed.length === 0) return { events: [], unfinished: [] }
    const read = await this.#readFrom(claimed, atMost, chatIds[0])
    const positions = read.map(positionAfter)
    await this.#db.run(this.#statements.moveOn, encodeRows<typeof positionColumns>(positions))
    const taken = new Set(read.filter((row) => rows(row, 'events').length > 0).map((row) => text(row, 'id')))
    const behind = new Set(positions.filter(({ is_behind }) => is_behind).map(({ chat_id }) => chat_id))
    const unfinished = [...new Set(chatIds)].filter((id) => behind.has(id))
    return {
      events: read.flatMap(decodeUnindexed),
      unfinished: [...unfinished.filter((id) => !taken.has(id)), ...unfinished.filter((id) => taken.has(id))],
    }
  }

  async claimOutdated(chatIds: readonly string[], atMost: AtMost): Promise<UnindexedBatch> {
    const claimed = await this.#db.all(this.#statements.claimOutdated, { ids: chatIds })
    const ids = claimed.map((row) => text(row, 'chat_id'))
    if (ids.length === 0) return { events: [], unfinished: [...new Set(chatIds)] }
    const read = await this.#readFrom(claimed, atMost, ids[0])
    const behind = read.map(positionAfter).filter(({ is_behind }) => is_behind)
    const left = new Set(behind.map(({ chat_id }) => chat_id))
    const finished = new Set(ids.filter((id) => !left.has(id)))
    if (behind.length > 0) {
      await this.#db.run(this.#statements.moveOutdatedOn, encodeRows<typeof positionColumns>(behind))
    }
    if (finished.size > 0) await this.#db.run(this.#statements.finishOutdated, { ids: [...finished] })
    return {
      events: read.flatMap(decodeUnindexed),
      unfinished: [...new Set(chatIds)].filter((id) => !finished.has(id)),
    }
  }

  /**
   * Reads the events after these positions. The limits are divided among the chats, but at least one event of the first
   * chat is read.
   */
  #readFrom(positions: readonly Row[], { eventCount, bytes }: AtMost, firstId: string | undefined) {
    return this.#db.all(this.#statements.readUnindexed, {
      rows: JSON.stringify(
        positions.map((position) => ({ ...position, is_first: position.chat_id === firstId })),
      ),
      limit: Math.max(1, Math.floor(eventCount / positions.length)),
      max_bytes: Math.floor(bytes / positions.length),
    })
  }

  async index(events: readonly IndexedEvent[]): Promise<void> {
    if (events.length === 0) return
    const params = encodeIndexed(events)
    for (const insert of this.#statements.index) await this.#db.run(insert, params)
  }

  async setIndexedUntil(at: number): Promise<void> {
    await this.#db.run(this.#statements.setIndexedUntil, { at })
  }

  #params(query: ArchiveQuery, filters: FilterParams): ArchiveParams {
    const { licenseId, agentId, after } = query
    return {
      license_id: licenseId,
      terms: this.#statements.encodeTerms(licensedTerms(licenseId, query.terms)),
      created_from: query.createdFrom,
      created_before: query.createdBefore,
      agent_id: agentId,
      subjects: scopeSubjects({ groups: query.groups, agents: [agentId] }),
      agent_ids: query.agentIds ?? [],
      group_subjects: scopeSubjects({ groups: query.groupIds ?? [], agents: [] }),
      ...filters,
      after_at: after?.createdAt ?? Number.MAX_SAFE_INTEGER,
      after_id: after?.id ?? '',
      offset: query.offset,
      limit: query.limit,
    }
  }
}

function checkAwaited(cancellation: Cancellation | undefined): void {
  if (cancellation?.aborted) throw new StorageError('cancelled', 'the list was cancelled')
}

function listOf({ terms, reach, agentIds, groupIds, properties }: ArchiveQuery): Omit<ArchiveList, 'isLed'> {
  return {
    isSearched: terms.length > 0,
    reach,
    isOfAgents: agentIds !== null,
    isOfGroups: groupIds !== null,
    isFiltered: properties.length > 0,
  }
}

function decodeArchived(row: Row): ArchivedThread {
  return {
    id: text(row, 'thread_id'),
    createdAt: integer(row, 'created_at'),
    chatId: text(row, 'chat_id'),
    bytes: integer(row, 'bytes'),
  }
}

/**
 * Returns the new position of a chat: after its last event that was read, or at its end, which may be a new thread
 * without events.
 */
function positionAfter(row: Row) {
  const chatId = text(row, 'id')
  const now = { thread_order: integer(row, 'thread_order'), event_order: integer(row, 'event_order') }
  const last = rows(row, 'events').at(-1)
  if (last === undefined && flag(row, 'has_next'))
    return { chat_id: chatId, ...positionBefore(row), is_behind: true }
  if (last === undefined) return { chat_id: chatId, ...now, is_behind: false }
  const position = { thread_order: integer(last, 'thread_order'), event_order: integer(last, 'event_order') }
  const isLast = position.thread_order === now.thread_order && position.event_order === now.event_order
  return { chat_id: chatId, ...position, is_behind: !isLast }
}

function positionBefore(row: Row) {
  return {
    thread_order: integer(row, 'given_thread_order'),
    event_order: integer(row, 'given_event_order'),
  }
}

function decodeUnindexed(row: Row): readonly UnindexedEvent[] {
  const licenseId = integer(row, 'license_id')
  return rows(row, 'events').map((event) => ({
    licenseId,
    thread: { id: text(event, 'thread_id'), createdAt: integer(event, 'created_at') },
    content: json<UnindexedEvent['content']>(event, 'content'),
  }))
}
