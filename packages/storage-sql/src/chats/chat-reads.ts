import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  ActiveChat,
  AgentChatsQuery,
  Chat,
  ChatEvent,
  ChatHead,
  ChatReads,
  ChatsPiece,
  ListedChats,
  MeasuredThread,
  Properties,
  RichMessageEvent,
  ThreadSummary,
  ThreadWithEvents,
} from '@parley/core/storage'
import { integer, integerOrNull, json, text } from '../sql/columns.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { AgentListReads } from './agent-list-reads.js'
import { listedChats } from './chat-lists.js'
import type { chatReadStatements } from './chat-read-statements.js'
import {
  decodeActiveChat,
  decodeChat,
  decodeEvent,
  decodeHead,
  decodeMeasuredThread,
  decodeThreadSummary,
} from './chat-rows.js'
import { readRichMessage } from './rich-messages.js'

/** Bytes of a long thread that are read per turn. */
const bytesPerPiece = 1_048_576
/** Maximum number of events that are read per turn, however short they are. */
const maxEventsPerPiece = 512

type Page = { readonly before: number | null; readonly offset: number; readonly limit: number }

export class SqlChatReads implements ChatReads {
  readonly #db: SqlExecutor
  readonly #statements: ReturnType<typeof chatReadStatements>
  readonly #agentLists: AgentListReads

  constructor(db: SqlExecutor, statements: ReturnType<typeof chatReadStatements>) {
    this.#db = db
    this.#statements = statements
    this.#agentLists = new AgentListReads(db, statements)
  }

  async getHead(chatId: string): Promise<ChatHead | undefined> {
    const row = await first(this.#db, this.#statements.getHead, { id: chatId })
    return row && decodeHead(row)
  }

  async get(chatId: string): Promise<Chat | undefined> {
    const row = await first(this.#db, this.#statements.get, { id: chatId })
    return row && decodeChat(row)
  }

  async listByCustomer(
    customerId: string,
    { offset, ...piece }: ChatsPiece & { readonly offset: number },
  ): Promise<ListedChats & { readonly total: number }> {
    const { after, limit, maxBytes: max_bytes } = piece
    const { at: after_at, id: after_id } = after ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
    const params = { user_id: customerId, offset, after_at, after_id, limit, max_bytes }
    const rows = await this.#db.all(this.#statements.listByCustomer, params)
    const [counted] = rows
    const listed = listedChats(rows.filter((row) => row.id !== null))
    return { ...listed, total: counted === undefined ? 0 : integer(counted, 'total') }
  }

  listForAgent(query: AgentChatsQuery): Promise<ListedChats> {
    return this.#agentLists.list(query)
  }

  async listActiveByCustomer(customerId: string, limit: number): Promise<readonly ActiveChat[]> {
    const params = { user_id: customerId, limit }
    const rows = await this.#db.all(this.#statements.listActiveByCustomer, params)
    return rows.map(decodeActiveChat)
  }

  async getThreadProperties(chatId: string, threadId: string): Promise<Properties | undefined> {
    const params = { chat_id: chatId, thread_id: threadId }
    const row = await first(this.#db, this.#statements.getThreadProperties, params)
    return row && json<Properties>(row, 'properties')
  }

  async countThreadUsers(chatId: string): Promise<number> {
    const row = await first(this.#db, this.#statements.countThreadUsers, { id: chatId })
    return row === undefined ? 0 : integer(row, 'total')
  }

  async countByCustomer(customerId: string): Promise<number> {
    const row = await first(this.#db, this.#statements.countByCustomer, { user_id: customerId })
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

  getRichMessage(chatId: string, eventId: string): Promise<RichMessageEvent | undefined> {
    return readRichMessage(this.#db, this.#statements, chatId, eventId)
  }

  async getTimeoutsFrom(chatId: string): Promise<number | undefined> {
    const row = await first(this.#db, this.#statements.getTimeoutsFrom, { id: chatId })
    return row && integer(row, 'timeouts_from')
  }

  /**
   * Reads the events of a thread in pieces. The pieces fit together, because new events only ever follow existing ones.
   */
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
      // SQLite returns synchronously, so other work gets a turn here.
      await nextTurn()
    }
    return events
  }
}
