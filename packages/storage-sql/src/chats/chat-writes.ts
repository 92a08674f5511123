import type {
  ChatHead,
  ChatMember,
  ChatScopes,
  ChatSequence,
  ChatWrites,
  LastSeen,
  MemberRemoval,
  NewChat,
  NewEvents,
  NewThread,
  PropertiesWithTerms,
  RichMessage,
  ThreadAuthor,
} from '@parley/core/storage'
import { integer } from '../sql/columns.js'
import { first, type SqlExecutor } from '../sql/executor.js'
import { changeHead } from './change-head.js'
import { newestAt, newestSharedAt } from './chat-activity.js'
import {
  appendEvents,
  type EventStatements,
  eventRows,
  insertEvents,
  insertLastEvents,
  lastEvents,
} from './chat-events.js'
import { distinct, SqlChatMembers } from './chat-members.js'
import { type PropertyStatements, setProperties, setThreadProperties } from './chat-properties.js'
import type { chatReadStatements } from './chat-read-statements.js'
import { SqlChatReads } from './chat-reads.js'
import { decodeHead } from './chat-rows.js'
import { insertScopes, type ScopeStatements, setScopes } from './chat-scopes.js'
import { type SequenceStatements, takeSequences } from './chat-sequences.js'
import type { chatWriteStatements } from './chat-write-statements.js'
import { encodeNewChat, openedThread, waitingSince } from './new-chat.js'
import { insertPropertyTerms, insertThreadTerms } from './property-terms.js'
import { writeRichMessage } from './rich-messages.js'
import { type RoutingRowStatements, updateRouting } from './routing-rows.js'

export interface ChatStatements {
  readonly reads: ReturnType<typeof chatReadStatements>
  readonly writes: ReturnType<typeof chatWriteStatements>
  readonly events: EventStatements
  readonly sequences: SequenceStatements
  readonly scopes: ScopeStatements
  readonly properties: PropertyStatements
  readonly routing: RoutingRowStatements
}

export class SqlChats extends SqlChatReads implements ChatWrites {
  readonly #db: SqlExecutor
  readonly #statements: ChatStatements['writes']
  readonly #members: SqlChatMembers
  readonly #events: EventStatements
  readonly #sequences: SequenceStatements
  readonly #scopes: ScopeStatements
  readonly #properties: PropertyStatements
  readonly #routing: RoutingRowStatements

  constructor(db: SqlExecutor, statements: ChatStatements) {
    super(db, statements.reads)
    this.#db = db
    this.#statements = statements.writes
    this.#members = new SqlChatMembers(db, statements.writes, statements.routing)
    this.#events = statements.events
    this.#sequences = statements.sequences
    this.#scopes = statements.scopes
    this.#properties = statements.properties
    this.#routing = statements.routing
  }

  async insert(chat: NewChat): Promise<ChatHead> {
    const members = distinct(chat.members)
    const head: ChatHead = {
      id: chat.id,
      licenseId: chat.licenseId,
      revision: 1,
      members,
      scopes: { groups: chat.scopes.groups, agents: chat.scopes.agents },
      properties: chat.properties,
      thread: openedThread(chat.thread, 1),
    }
    const events = eventRows(chat.id, head.thread.order, 1, chat.thread.events)
    await this.#db.run(this.#statements.insert, encodeNewChat(chat, head, lastEvents(events)))
    await insertScopes(this.#db, this.#scopes, chat.id, chat.scopes)
    await insertPropertyTerms(this.#db, this.#properties.terms, chat)
    await this.#members.beginChat(head, chat.createdAt)
    await this.#insertThread(head, chat.thread)
    await insertEvents(this.#db, this.#events, events)
    await updateRouting(this.#db, this.#routing, null, head)
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
      thread_began_at: thread.beganAt,
      timeouts_from: thread.beganAt,
      waiting_since: waitingSince(thread),
    })
    await this.#insertThread(head, thread)
    const events = eventRows(chatId, head.thread.order, 1, thread.events)
    await insertLastEvents(this.#db, this.#events, chatId, events)
    await updateRouting(this.#db, this.#routing, null, head)
    return head
  }

  async append(chatId: string, added: NewEvents): Promise<readonly number[] | 'full'> {
    const orders = await appendEvents(this.#db, this.#events, chatId, added)
    if (orders === 'full') await this.#requireHead(chatId)
    return orders
  }

  async closeThread(chatId: string): Promise<ChatHead> {
    const before = await this.#requireHead(chatId)
    const after = await changeHead(this.#db, this.#statements.closeThread, { id: chatId })
    await updateRouting(this.#db, this.#routing, before, after)
    return after
  }

  async addMembers(chatId: string, members: readonly ChatMember[], at: number): Promise<ChatHead> {
    return this.#members.add(await this.#requireHead(chatId), members, at)
  }

  async removeMembers(chatId: string, userIds: readonly string[], leaving: MemberRemoval): Promise<ChatHead> {
    return this.#members.remove(await this.#requireHead(chatId), userIds, leaving)
  }

  async addThreadAuthor(chatId: string, writer: ThreadAuthor): Promise<boolean> {
    return this.#members.addThreadAuthor(await this.#requireHead(chatId), writer)
  }

  /** Ends the wait of the last thread. See `RoutingWrites`. */
  async stopWaiting(chatId: string, at: number): Promise<ChatHead> {
    return this.#members.stopWaiting(await this.#requireHead(chatId), at)
  }

  async setScopes(chatId: string, scopes: ChatScopes): Promise<ChatHead> {
    const before = await this.#requireHead(chatId)
    const after = await setScopes(this.#db, this.#scopes, chatId, scopes)
    await updateRouting(this.#db, this.#routing, before, after)
    return after
  }

  setProperties(chatId: string, properties: PropertiesWithTerms): Promise<ChatHead> {
    return setProperties(this.#db, this.#properties, chatId, properties)
  }

  async setThreadProperties(
    chatId: string,
    threadId: string,
    properties: PropertiesWithTerms,
  ): Promise<ChatHead> {
    const target = { chatId, threadId }
    const head = await setThreadProperties(this.#db, this.#properties, target, properties)
    return head ?? this.#requireHead(chatId)
  }

  takeSequences(chatIds: readonly string[], at: number): Promise<readonly ChatSequence[]> {
    return takeSequences(this.#db, this.#sequences, chatIds, at)
  }

  setRichMessage(chatId: string, order: number, content: RichMessage): Promise<void> {
    return writeRichMessage(this.#db, this.#statements, chatId, order, content)
  }

  async setLastSeen(chatId: string, userId: string, at: number): Promise<LastSeen> {
    const user = { chat_id: chatId, user_id: userId }
    const later = await first(this.#db, this.#statements.setLastSeen, { ...user, last_seen_at: at })
    if (later !== undefined) return { at, isLater: true }
    // The chat is locked, so the row cannot have been removed meanwhile.
    const present = await first(this.#db, this.#statements.lastSeen, user)
    return { at: present === undefined ? at : integer(present, 'last_seen_at'), isLater: false }
  }

  async #requireHead(chatId: string): Promise<ChatHead> {
    const head = await this.getHead(chatId)
    if (head === undefined) throw new TypeError(`there is no chat ${chatId}`)
    return head
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
    await this.#db.run(this.#statements.insertThread, row)
    await insertThreadTerms(this.#db, this.#properties.terms, thread)
    await this.#members.beginThread(head)
  }
}
