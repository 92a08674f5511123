import type {
  ChatHead,
  ChatMember,
  ChatScopes,
  ChatSequence,
  ChatWrites,
  NewChat,
  NewEvents,
  NewThread,
  Properties,
  RichMessage,
} from '@parley/core/ports'
import { changeHead } from './change-head.js'
import { newestAt, newestSharedAt } from './chat-activity.js'
import {
  appendEvents,
  type EventStatements,
  insertEvents,
  insertLastEvents,
  lastEvents,
  placeEvents,
} from './chat-events.js'
import { type PropertyStatements, setProperties, setThreadProperties } from './chat-properties.js'
import type { chatReadStatements } from './chat-read-statements.js'
import { SqlChatReads } from './chat-reads.js'
import { decodeHead } from './chat-rows.js'
import { insertScopes, type ScopeStatements, setScopes } from './chat-scopes.js'
import { type SequenceStatements, takeSequences } from './chat-sequences.js'
import type {
  chatUserColumns,
  chatWriteStatements,
  threadColumns,
  threadUserColumns,
} from './chat-write-statements.js'
import { integer, text } from './columns.js'
import { first, type SqlExecutor } from './executor.js'
import { encodeRows } from './insert-rows.js'
import { encodeNewChat, timeoutsFrom } from './new-chat.js'
import { insertPropertyTerms } from './property-terms.js'
import { writeRichMessage } from './rich-messages.js'

export interface ChatStatements {
  readonly reads: ReturnType<typeof chatReadStatements>
  readonly writes: ReturnType<typeof chatWriteStatements>
  readonly events: EventStatements
  readonly sequences: SequenceStatements
  readonly scopes: ScopeStatements
  readonly properties: PropertyStatements
}

export class SqlChats extends SqlChatReads implements ChatWrites {
  readonly #db: SqlExecutor
  readonly #statements: ChatStatements['writes']
  readonly #events: EventStatements
  readonly #sequences: SequenceStatements
  readonly #scopes: ScopeStatements
  readonly #properties: PropertyStatements

  constructor(db: SqlExecutor, statements: ChatStatements) {
    super(db, statements.reads)
    this.#db = db
    this.#statements = statements.writes
    this.#events = statements.events
    this.#sequences = statements.sequences
    this.#scopes = statements.scopes
    this.#properties = statements.properties
  }

  async insert(chat: NewChat): Promise<ChatHead> {
    const members = withoutRepeats(chat.members)
    const head: ChatHead = {
      id: chat.id,
      licenseId: chat.licenseId,
      revision: 1,
      members,
      scopes: { groups: chat.scopes.groups, agents: chat.scopes.agents },
      properties: chat.properties,
      thread: { id: chat.thread.id, order: 1, isActive: true, properties: chat.thread.properties },
    }
    const events = placeEvents(chat.id, head.thread.order, 1, chat.thread.events)
    await this.#db.run(this.#statements.insert, encodeNewChat(chat, head, lastEvents(events)))
    await insertScopes(this.#db, this.#scopes, chat.id, chat.scopes)
    await insertPropertyTerms(this.#db, this.#properties.terms, chat)
    await this.#putUsers(chat.id, members, chat.createdAt)
    await this.#insertThread(head, chat.thread)
    await insertEvents(this.#db, this.#events, events)
    return head
  }

  async lock(chatId: string): Promise<ChatHead | undefined> {
    const row = await first(this.#db, this.#statements.lock, { id: chatId })
    return row && decodeHead(row)
  }

  async openThread(chatId: string, thread: NewThread): Promise<ChatHead> {
    await this.#db.run(this.#statements.keepThreadBytes, { id: chatId })
    const head = await changeHead(this.#db, this.#statements.openThread, {
      id: chatId,
      thread_id: thread.id,
      thread_properties: JSON.stringify(thread.properties),
      event_order: thread.events.length,
      event_bytes: thread.bytes,
      last_activity_at: newestAt(thread.events),
      last_shared_activity_at: newestSharedAt(thread.events),
      timeouts_from: timeoutsFrom(thread),
    })
    await this.#insertThread(head, thread)
    const events = placeEvents(chatId, head.thread.order, 1, thread.events)
    await insertLastEvents(this.#db, this.#events, chatId, events)
    return head
  }

  async append(chatId: string, added: NewEvents): Promise<readonly number[] | 'full'> {
    const orders = await appendEvents(this.#db, this.#events, chatId, added)
    if (orders === 'full') await this.#requireHead(chatId)
    return orders
  }

  closeThread(chatId: string): Promise<ChatHead> {
    return changeHead(this.#db, this.#statements.closeThread, { id: chatId })
  }

  async addMembers(chatId: string, members: readonly ChatMember[], at: number): Promise<ChatHead> {
    const before = await this.#requireHead(chatId)
    const added = withoutRepeats(members).filter(({ id }) => !before.members.some((there) => there.id === id))
    if (added.length === 0) return before
    const head = await this.#setMembers(chatId, [...before.members, ...added])
    await this.#putUsers(chatId, added, at)
    if (head.thread.isActive) await this.#putThreadUsers(head, added)
    return head
  }

  async removeMembers(chatId: string, userIds: readonly string[], formerCount?: number): Promise<ChatHead> {
    const before = await this.#requireHead(chatId)
    const remaining = before.members.filter(({ id }) => !userIds.includes(id))
    if (remaining.length === before.members.length) return before
    const head = await this.#setMembers(chatId, remaining)
    const users = { chat_id: chatId, user_ids: userIds }
    await this.#db.run(this.#statements.setAbsent, users)
    await this.#db.run(this.#statements.forgetUsers, users)
    await this.#db.run(this.#statements.forgetLastSeen, users)
    if (formerCount !== undefined) await this.#forgetFormer(chatId, formerCount)
    return head
  }

  setScopes(chatId: string, scopes: ChatScopes): Promise<ChatHead> {
    return setScopes(this.#db, this.#scopes, chatId, scopes)
  }

  setProperties(chatId: string, properties: Properties): Promise<ChatHead> {
    return setProperties(this.#db, this.#properties, chatId, properties)
  }

  async setThreadProperties(chatId: string, threadId: string, properties: Properties): Promise<ChatHead> {
    const place = { chatId, threadId }
    const head = await setThreadProperties(this.#db, this.#properties, place, properties)
    return head ?? this.#requireHead(chatId)
  }

  async #forgetFormer(chatId: string, formerCount: number): Promise<void> {
    const params = { chat_id: chatId, count: formerCount }
    const forgotten = await this.#db.all(this.#statements.forgetFormer, params)
    if (forgotten.length === 0) return
    const user_ids = forgotten.map((row) => text(row, 'user_id'))
    await this.#db.run(this.#statements.forgetLastSeen, { chat_id: chatId, user_ids })
  }

  takeSequences(chatIds: readonly string[], at: number): Promise<readonly ChatSequence[]> {
    return takeSequences(this.#db, this.#sequences, chatIds, at)
  }

  setRichMessage(chatId: string, order: number, content: RichMessage): Promise<void> {
    return writeRichMessage(this.#db, this.#statements, chatId, order, content)
  }

  async setLastSeen(chatId: string, userId: string, at: number): Promise<number> {
    const params = { chat_id: chatId, user_id: userId, last_seen_at: at }
    const row = await first(this.#db, this.#statements.setLastSeen, params)
    return row === undefined ? at : integer(row, 'last_seen_at')
  }

  async #requireHead(chatId: string): Promise<ChatHead> {
    const head = await this.head(chatId)
    if (head === undefined) throw new TypeError(`there is no chat ${chatId}`)
    return head
  }

  #setMembers(chatId: string, members: readonly ChatMember[]): Promise<ChatHead> {
    const params = { id: chatId, members: JSON.stringify(members) }
    return changeHead(this.#db, this.#statements.setMembers, params)
  }

  async #putUsers(chatId: string, members: readonly ChatMember[], at: number): Promise<void> {
    const rows = members.map(({ id, kind }, position) => ({
      chat_id: chatId,
      user_id: id,
      kind,
      is_present: true,
      position,
      joined_at: at,
    }))
    await this.#db.run(this.#statements.putUsers, encodeRows<typeof chatUserColumns>(rows))
  }

  async #insertThread(head: ChatHead, thread: NewThread): Promise<void> {
    const row = {
      chat_id: head.id,
      license_id: head.licenseId,
      thread_order: head.thread.order,
      id: thread.id,
      created_at: thread.createdAt,
      properties: JSON.stringify(thread.properties),
      event_bytes: 0,
    }
    await this.#db.run(this.#statements.insertThread, encodeRows<typeof threadColumns>([row]))
    await this.#putThreadUsers(head, head.members)
  }

  /** Names them in the last thread; counts it for each customer whom it did not name before. */
  async #putThreadUsers(head: ChatHead, members: readonly ChatMember[]): Promise<void> {
    const rows = members.map(({ id }, position) => {
      return { chat_id: head.id, thread_order: head.thread.order, user_id: id, position }
    })
    const params = encodeRows<typeof threadUserColumns>(rows)
    const named = await this.#db.all(this.#statements.putThreadUsers, params)
    const userIds = new Set(named.map((row) => text(row, 'user_id')))
    const customers = members.filter(({ id, kind }) => kind === 'customer' && userIds.has(id))
    if (customers.length === 0) return
    await this.#db.run(this.#statements.countThread, { ids: customers.map(({ id }) => id) })
  }
}

function withoutRepeats(members: readonly ChatMember[]): readonly ChatMember[] {
  const byId = new Map(members.map(({ id, kind }) => [id, { id, kind }]))
  return [...byId.values()]
}
