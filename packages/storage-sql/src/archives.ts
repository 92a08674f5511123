import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type ArchivedThread,
  type ArchivePage,
  type ArchiveQuery,
  type ArchiveWrites,
  archivedProperties,
  type Cancellation,
  type IndexedEvent,
  type Properties,
  propertyMatcher,
  StorageError,
  type ThreadPosition,
  type UnindexedEvent,
  type UnindexedPiece,
} from '@parley/core/ports'
import {
  type ArchiveList,
  type ArchiveParams,
  archiveLists,
  unindexedStatement,
} from './archive-statements.js'
import { countTerms, findBy } from './chat-filters.js'
import { scopeSubjects } from './chat-scopes.js'
import { flag, integer, json, rows, text } from './columns.js'
import type { SqlDialect } from './dialect.js'
import { first, type Row, type SqlExecutor } from './executor.js'
import { indexingStatements, type placeColumns } from './indexing-statements.js'
import { encodeRows } from './insert-rows.js'
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

/** Threads, of which each may have the longest properties. */
const scannedAtOnce = 500

export class SqlArchives implements ArchiveWrites {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof archiveStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof archiveStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async listThreads(query: ArchiveQuery, cancellation?: Cancellation): Promise<ArchivePage> {
    if (query.properties.length > 0) return this.#scan(query, cancellation)
    checkAwaited(cancellation)
    const found = await this.#db.all(this.#statements.list(listOf(query)), this.#params(query), {
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

  /**
   * What properties a thread has core decides: all that pass the rest are looked at, a piece at a time. Where few chats have
   * what is asked for, only their threads, and those that have properties of their own.
   */
  async #scan(query: ArchiveQuery, cancellation: Cancellation | undefined): Promise<ArchivePage> {
    const passes = propertyMatcher(query.properties)
    const { params: found, isSelective } = await findBy(
      this.#db,
      this.#statements.countTerms,
      query.licenseId,
      query.properties,
    )
    const statement = this.#statements.list({ ...listOf(query), isScanned: true, isLed: isSelective })
    const leadingTerms = found.leading_terms
    const passed: ArchivedThread[] = []
    let total = 0
    let following = 0
    for (let after: ThreadPosition | null = null; ; ) {
      checkAwaited(cancellation)
      const params = this.#params({ ...query, after, offset: 0, limit: scannedAtOnce }, leadingTerms)
      const piece = await this.#db.all(statement, params, { licenseId: query.licenseId, cancellation })
      for (const row of piece.slice(0, scannedAtOnce).filter((one) => one.thread_id !== null)) {
        const thread = decodeArchived(row)
        after = thread
        if (!passes(propertiesOf(row))) continue
        total += 1
        if (!isAfter(thread, query.after)) continue
        following += 1
        if (following > query.offset && passed.length <= query.limit) passed.push(thread)
      }
      if (piece.length <= scannedAtOnce) break
      // SQLite answers at once.
      await nextTurn()
    }
    return { threads: passed.slice(0, query.limit), total, hasMore: passed.length > query.limit }
  }

  async listUnindexed(since: number, limit: number): Promise<readonly string[]> {
    const found = await this.#db.all(this.#statements.listUnindexed, { since, limit })
    return found.map((row) => text(row, 'chat_id'))
  }

  async indexedUntil(): Promise<number> {
    const row = await first(this.#db, this.#statements.indexedUntil, {})
    return row === undefined ? 0 : integer(row, 'indexed_until')
  }

  async takeUnindexed(
    chatIds: readonly string[],
    { eventCount, bytes }: { readonly eventCount: number; readonly bytes: number },
  ): Promise<UnindexedPiece> {
    const claimed = await this.#db.all(this.#statements.claim, { ids: chatIds })
    if (claimed.length === 0) return { events: [], unfinished: [] }
    const read = await this.#db.all(this.#statements.readUnindexed, {
      rows: JSON.stringify(claimed.map((place) => ({ ...place, is_first: place.chat_id === chatIds[0] }))),
      limit: Math.max(1, Math.floor(eventCount / claimed.length)),
      max_bytes: Math.floor(bytes / claimed.length),
    })
    const places = read.map(placeAfter)
    await this.#db.run(this.#statements.moveOn, encodeRows<typeof placeColumns>(places))
    const taken = new Set(read.filter((row) => rows(row, 'events').length > 0).map((row) => text(row, 'id')))
    const behind = new Set(places.filter(({ is_behind }) => is_behind).map(({ chat_id }) => chat_id))
    const unfinished = [...new Set(chatIds)].filter((id) => behind.has(id))
    return {
      events: read.flatMap(decodeUnindexed),
      unfinished: [...unfinished.filter((id) => !taken.has(id)), ...unfinished.filter((id) => taken.has(id))],
    }
  }

  async index(events: readonly IndexedEvent[]): Promise<void> {
    if (events.length === 0) return
    const params = encodeIndexed(events)
    for (const insert of this.#statements.index) await this.#db.run(insert, params)
  }

  async setIndexedUntil(at: number): Promise<void> {
    await this.#db.run(this.#statements.setIndexedUntil, { at })
  }

  #params(query: ArchiveQuery, leadingTerms: readonly string[] = []): ArchiveParams {
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
      leading_terms: leadingTerms,
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

function listOf({ terms, reach, agentIds, groupIds }: ArchiveQuery): ArchiveList {
  return { isSearched: terms.length > 0, reach, isOfAgents: agentIds !== null, isOfGroups: groupIds !== null }
}

function propertiesOf(row: Row): Properties {
  return archivedProperties(json<Properties>(row, 'properties'), json<Properties>(row, 'chat_properties'))
}

/** Texts are compared by their bytes, as the databases do. */
function isAfter(thread: ThreadPosition, place: ThreadPosition | null): boolean {
  if (place === null) return true
  if (thread.createdAt !== place.createdAt) return thread.createdAt < place.createdAt
  return Buffer.compare(Buffer.from(thread.id), Buffer.from(place.id)) < 0
}

function decodeArchived(row: Row): ArchivedThread {
  return {
    id: text(row, 'thread_id'),
    createdAt: integer(row, 'created_at'),
    chatId: text(row, 'chat_id'),
    bytes: integer(row, 'bytes'),
  }
}

/** Behind the last event that was read, or where the chat is, which may have opened a thread without events. */
function placeAfter(row: Row) {
  const chatId = text(row, 'id')
  const now = { thread_order: integer(row, 'thread_order'), event_order: integer(row, 'event_order') }
  const last = rows(row, 'events').at(-1)
  if (last === undefined && flag(row, 'has_next'))
    return { chat_id: chatId, ...placeBefore(row), is_behind: true }
  if (last === undefined) return { chat_id: chatId, ...now, is_behind: false }
  const place = { thread_order: integer(last, 'thread_order'), event_order: integer(last, 'event_order') }
  const isLast = place.thread_order === now.thread_order && place.event_order === now.event_order
  return { chat_id: chatId, ...place, is_behind: !isLast }
}

function placeBefore(row: Row) {
  return {
    thread_order: integer(row, 'place_thread_order'),
    event_order: integer(row, 'place_event_order'),
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
