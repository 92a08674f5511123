import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  ActiveChat,
  AgentChatsQuery,
  Chat,
  ChatEvent,
  ChatHead,
  ChatPosition,
  ChatReads,
  ChatsPiece,
  ListedChats,
  MeasuredThread,
  Properties,
  RichMessageEvent,
  ThreadSummary,
  ThreadWithEvents,
} from '@parley/core/ports'
import { findBy } from './chat-filters.js'
import type { ListOrder } from './chat-lists.js'
import type { chatReadStatements } from './chat-read-statements.js'
import {
  decodeActiveChat,
  decodeChat,
  decodeEvent,
  decodeHead,
  decodeMeasuredThread,
  decodeSummary,
  decodeThreadSummary,
} from './chat-rows.js'
import { scopeSubjects } from './chat-scopes.js'
import { integer, integerOrNull, json, text } from './columns.js'
import { first, type Row, type SqlExecutor } from './executor.js'
import { readRichMessage } from './rich-messages.js'

/**
 * With as many chats of their own, those of an agent are looked at one by one; with more, the newest of them are
 * soon found among the newest of the license.
 */
const fewChats = 500

/** What is looked at in one turn where few may pass the filters. */
const chatsPerStretch = 1_000

/** Where chats are looked for. */
type Stretch = { after_at: number; after_id: string; until_at: number; until_id: string }

/** What is read of a long thread at once. */
const bytesPerPiece = 1_048_576
/** However short they are. */
const maxEventsPerPiece = 512

type Page = { readonly before: number | null; readonly offset: number; readonly limit: number }

export class SqlChatReads implements ChatReads {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof chatReadStatements>

  constructor(db: SqlExecutor, statements: ReturnType<typeof chatReadStatements>) {
    this.#db = db
    this.#statements = statements
  }

  async head(chatId: string): Promise<ChatHead | undefined> {
    const row = await first(this.#db, this.#statements.head, { id: chatId })
    return row && decodeHead(row)
  }

  async get(chatId: string): Promise<Chat | undefined> {
    const row = await first(this.#db, this.#statements.get, { id: chatId })
    return row && decodeChat(row)
  }

  async listOfCustomer(
    customerId: string,
    { offset, ...piece }: ChatsPiece & { readonly offset: number },
  ): Promise<ListedChats & { readonly total: number }> {
    const params = { user_id: customerId, offset, ...pieceParams(piece, 'desc') }
    const rows = await this.#db.all(this.#statements.listOfCustomer, params)
    const [counted] = rows
    const listed = listedChats(rows.filter((row) => row.id !== null))
    return { ...listed, total: counted === undefined ? 0 : integer(counted, 'total') }
  }

  async listOfAgent(query: AgentChatsQuery): Promise<ListedChats> {
    const { licenseId, agentId, reach, order, filters } = query
    const found = await findBy(this.#db, this.#statements.countTerms, licenseId, filters)
    const hasFew = !found.isSelective && reach === 'member' && (await this.#hasFewChats(agentId))
    const from = found.isSelective ? 'terms' : hasFew ? 'member' : 'license'
    const isFiltered = filters.length > 0
    const list = this.#statements.listOfAgent({ reach, order, from, isFiltered })
    const params = {
      license_id: licenseId,
      agent_id: agentId,
      subjects: scopeSubjects({ groups: query.groups, agents: [agentId] }),
      include_active: query.includeActive,
      ...found.params,
      ...pieceParams(query, order),
    }
    const read = async (stretch: Stretch) => listedChats(await this.#db.all(list, { ...params, ...stretch }))
    const whole = { after_at: params.after_at, after_id: params.after_id, ...ends[order] }
    return isFiltered && from === 'license' ? this.#readOn(licenseId, order, whole, read) : read(whole)
  }

  /** Stretch by stretch until one holds something, for it may be long until a chat passes the filters. */
  async #readOn(
    licenseId: number,
    order: ListOrder,
    whole: Stretch,
    read: (stretch: Stretch) => Promise<ListedChats>,
  ): Promise<ListedChats> {
    let { after_at, after_id } = whole
    for (;;) {
      const place = { license_id: licenseId, after_at, after_id, count: chatsPerStretch - 1 }
      const end = await first(this.#db, this.#statements.endOfStretch[order], place)
      if (end === undefined) return read({ ...whole, after_at, after_id })
      const until = { until_at: integer(end, 'last_activity_at'), until_id: text(end, 'id') }
      const { chats, hasMore } = await read({ after_at, after_id, ...until })
      if (chats.length > 0) return { chats, hasMore: hasMore || (await this.#goesOn(place, order, until)) }
      ;({ until_at: after_at, until_id: after_id } = until)
      // SQLite answers at once.
      await nextTurn()
    }
  }

  /** Whether any chat comes behind a stretch. */
  async #goesOn(
    { license_id }: { readonly license_id: number },
    order: ListOrder,
    { until_at, until_id }: { readonly until_at: number; readonly until_id: string },
  ): Promise<boolean> {
    const place = { license_id, after_at: until_at, after_id: until_id, count: 0 }
    return (await first(this.#db, this.#statements.endOfStretch[order], place)) !== undefined
  }

  async listActiveOfCustomer(customerId: string, limit: number): Promise<readonly ActiveChat[]> {
    const params = { user_id: customerId, limit }
    const rows = await this.#db.all(this.#statements.listActiveOfCustomer, params)
    return rows.map(decodeActiveChat)
  }

  async threadProperties(chatId: string, threadId: string): Promise<Properties | undefined> {
    const params = { chat_id: chatId, thread_id: threadId }
    const row = await first(this.#db, this.#statements.threadProperties, params)
    return row && json<Properties>(row, 'properties')
  }

  async countThreadUsers(chatId: string): Promise<number> {
    const row = await first(this.#db, this.#statements.countThreadUsers, { id: chatId })
    return row === undefined ? 0 : integer(row, 'total')
  }

  async countOfCustomer(customerId: string): Promise<number> {
    const row = await first(this.#db, this.#statements.countOfCustomer, { user_id: customerId })
    return row === undefined ? 0 : integer(row, 'total')
  }

  async measureThreads(chatId: string, threadIds: readonly string[]): Promise<readonly MeasuredThread[]> {
    const rows = await this.#db.all(this.#statements.measureThreads, { chat_id: chatId, ids: threadIds })
    return rows.map(decodeMeasuredThread)
  }

  async listThreads(chatId: string, threadIds: readonly string[]): Promise<readonly ThreadWithEvents[]> {
    const threads: ThreadWithEvents[] = []
    for (const { bytes, ...thread } of await this.measureThreads(chatId, threadIds)) {
      const events = thread.events ?? (await this.#readEvents(chatId, thread.order, bytes))
      threads.push({ ...thread, events })
    }
    return threads
  }

  async listThreadSummaries(
    chatId: string,
    { before, offset, limit }: Page,
  ): Promise<{ readonly threads: readonly ThreadSummary[]; readonly total: number }> {
    const params = { chat_id: chatId, before: before ?? Number.MAX_SAFE_INTEGER, offset, limit }
    const rows = await this.#db.all(this.#statements.listThreadSummaries, params)
    const [counted] = rows
    return {
      threads: rows.filter((row) => row.id !== null).map(decodeThreadSummary),
      total: counted === undefined ? 0 : integer(counted, 'total'),
    }
  }

  async listThreadOrders(
    chatId: string,
    { before, limit }: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly order: number }[]> {
    const params = { chat_id: chatId, before: before ?? Number.MAX_SAFE_INTEGER, limit }
    const rows = await this.#db.all(this.#statements.listThreadOrders, params)
    return rows.map((row) => ({ id: text(row, 'id'), order: integer(row, 'thread_order') }))
  }

  richMessage(chatId: string, eventId: string): Promise<RichMessageEvent | undefined> {
    return readRichMessage(this.#db, this.#statements, chatId, eventId)
  }

  async timeoutsFrom(chatId: string): Promise<number | undefined> {
    const row = await first(this.#db, this.#statements.timeoutsFrom, { id: chatId })
    return row && integer(row, 'timeouts_from')
  }

  /** Events only ever come behind those that are there, so the pieces fit together. */
  async #readEvents(chatId: string, threadOrder: number, bytes: number): Promise<readonly ChatEvent[]> {
    const thread = { chat_id: chatId, thread_order: threadOrder }
    const last = await first(this.#db, this.#statements.lastEventOrder, thread)
    const lastOrder = last === undefined ? 0 : (integerOrNull(last, 'last_order') ?? 0)
    const eventsPerPiece = Math.ceil(Math.min(maxEventsPerPiece, (bytesPerPiece * lastOrder) / bytes))
    const events: ChatEvent[] = []
    for (let after = 0; after < lastOrder; after += eventsPerPiece) {
      const until = Math.min(after + eventsPerPiece, lastOrder)
      const rows = await this.#db.all(this.#statements.listEvents, { ...thread, after, until })
      for (const row of rows) events.push(decodeEvent(row))
      // SQLite answers at once.
      await nextTurn()
    }
    return events
  }

  async #hasFewChats(agentId: string): Promise<boolean> {
    const params = { user_id: agentId, count: fewChats }
    return (await first(this.#db, this.#statements.hasMoreChats, params)) === undefined
  }
}

/** Comes before every chat of a list in that order. */
const beginnings: Readonly<Record<ListOrder, ChatPosition>> = {
  desc: { activityAt: Number.MAX_SAFE_INTEGER, id: '' },
  asc: { activityAt: -1, id: '' },
}

/** Comes after every chat of a list in that order. */
const ends: Readonly<Record<ListOrder, { until_at: number; until_id: string }>> = {
  desc: { until_at: -1, until_id: '' },
  asc: { until_at: Number.MAX_SAFE_INTEGER, until_id: '' },
}

function pieceParams({ after, limit, maxBytes }: ChatsPiece, order: ListOrder) {
  const { activityAt, id } = after ?? beginnings[order]
  return { after_at: activityAt, after_id: id, limit, max_bytes: maxBytes }
}

function listedChats(rows: readonly Row[]): ListedChats {
  const [first] = rows
  const hasMore = first !== undefined && integer(first, 'page_count') > rows.length
  return { chats: rows.map(decodeSummary), hasMore }
}
