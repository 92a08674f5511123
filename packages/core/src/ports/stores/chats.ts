import type { Agent } from './agents.js'
import type { Customer } from './customers.js'
import type { ChatEvent, NewEvent, Properties, RichMessage, RichMessageEvent } from './events.js'
import type { NewDelivery } from './outbox.js'
import type { PropertyFilter } from './property-filters.js'

/** Which agents see a chat besides its members; both empty: all do. */
export interface ChatScopes {
  readonly groups: readonly number[]
  readonly agents: readonly string[]
}

export interface ChatMember {
  readonly id: string
  readonly kind: 'customer' | 'agent'
}

/** What decisions about a chat are made on: small, and changed only with its `revision`. */
export interface ChatHead {
  readonly id: string
  readonly licenseId: number
  /**
   * Grows when members, scopes, properties, the active thread or the properties of the last one change; not with every
   * event.
   */
  readonly revision: number
  /** Present members, in the order in which they joined. */
  readonly members: readonly ChatMember[]
  readonly scopes: ChatScopes
  readonly properties: Properties
  /** The last thread; a chat has at least one, and at most the last is active. */
  readonly thread: {
    readonly id: string
    readonly order: number
    readonly isActive: boolean
    readonly properties: Properties
  }
}

/** The place of a commit among all that have facts about one chat (docs/architecture.md "Sequence"). */
export interface ChatSequence {
  /** 1, 2, 3 … in the order of the commits, without gaps. */
  readonly sequence: number
  /** The `at` with which the one before was taken; `null` for the first. */
  readonly previousAt: number | null
}

export type ChatUser = { readonly isPresent: boolean; readonly lastSeenAt: number | null } & (
  | { readonly kind: 'customer'; readonly customer: Customer }
  | { readonly kind: 'agent'; readonly agent: Agent }
)

export interface Chat {
  readonly head: ChatHead
  /** Instant of the newest event; the chat's creation while it has none. */
  readonly lastActivityAt: number
  /** The same of the events whose `recipients` is `all`: what customers can see (decisions §16.3). */
  readonly lastSharedActivityAt: number
  /**
   * Present members, and those who left but are named by a thread (decisions §5.7) unless they were forgotten, as they
   * first joined.
   */
  readonly users: readonly ChatUser[]
}

/** A thread without its events. */
export interface Thread {
  readonly id: string
  readonly order: number
  readonly isActive: boolean
  readonly createdAt: number
  readonly properties: Properties
  /** All who were members while it was active, as they first joined it. */
  readonly userIds: readonly string[]
}

export interface ThreadWithEvents extends Thread {
  /** By ascending `order`. */
  readonly events: readonly ChatEvent[]
}

export interface LastEvent {
  readonly threadId: string
  readonly threadOrder: number
  readonly event: ChatEvent
}

export interface ChatSummary extends Chat {
  readonly lastThread: Thread
  /** The newest event of each type and each `recipients`, in no particular order. */
  readonly lastEvents: readonly LastEvent[]
}

/** Where a chat stands in a list by activity. */
export interface ChatPosition {
  /** Its `lastActivityAt`, in lists of a customer its `lastSharedActivityAt`. */
  readonly activityAt: number
  readonly id: string
}

/** Which piece of a list of chats. */
export interface ChatsPiece {
  /** Only the chats that come after it; `null`: from the beginning. */
  readonly after: ChatPosition | null
  /** At least 1. */
  readonly limit: number
  /**
   * Once the chats come to as many bytes as they are stored in, at least about, no other is read. So the piece holds
   * the first chat in any case, and hardly more than these bytes and one chat.
   */
  readonly maxBytes: number
}

export interface ListedChats {
  readonly chats: readonly ChatSummary[]
  /** Whether others come after them. */
  readonly hasMore: boolean
}

export interface AgentChatsQuery extends ChatsPiece {
  readonly licenseId: number
  readonly agentId: string
  /**
   * `member`: chats the agent is in; `visible`: also those whose scopes are empty or name one of `groups` or the
   * agent; `every`: all of the license (decisions §5.2).
   */
  readonly reach: 'member' | 'visible' | 'every'
  readonly groups: readonly number[]
  /** `false` leaves out chats with an active thread. */
  readonly includeActive: boolean
  /** Only chats whose properties pass all of them; none: all chats do. */
  readonly filters: readonly PropertyFilter[]
  /** By activity: `desc`, the latest first, or `asc`, the earliest. */
  readonly order: 'desc' | 'asc'
}

export interface ThreadSummary {
  readonly id: string
  readonly order: number
  readonly eventCount: number
  /** Of these, the ones whose `recipients` is `agents`. */
  readonly agentsOnlyEventCount: number
  /** Of the others, the rich messages. */
  readonly richMessageCount: number
}

/** A chat with an active thread, as one of its present members has it. */
export interface ActiveChat {
  readonly head: ChatHead
  readonly lastSeenAt: number | null
}

export interface MeasuredThread extends Thread {
  /** How long it is with its events as JSON, or a little more: what they count for, and all else that there is of it. */
  readonly bytes: number
  /** By ascending `order`; `undefined` for a long thread, which `listThreads` reads. */
  readonly events: readonly ChatEvent[] | undefined
}

export interface ChatReads {
  head(chatId: string): Promise<ChatHead | undefined>
  get(chatId: string): Promise<Chat | undefined>
  /**
   * Chats the customer is a member of, latest shared activity first, ties by descending id; `total` counts all of them,
   * and `offset` passes over as many of the piece.
   */
  listOfCustomer(
    customerId: string,
    piece: ChatsPiece & { readonly offset: number },
  ): Promise<ListedChats & { readonly total: number }>
  /**
   * In the order of the query, ties by id in the same order. How many chats there are that do not pass its filters does
   * not matter where few pass one of them that asks for something to be there. Else others have their turn meanwhile, and
   * where it `hasMore`, it may be that none of those that follow passes them; a piece without chats is the last one.
   */
  listOfAgent(query: AgentChatsQuery): Promise<ListedChats>
  /** The chats of a customer that have an active thread, at most `limit`, latest activity first. */
  listActiveOfCustomer(customerId: string, limit: number): Promise<readonly ActiveChat[]>
  /** Of one of the chat's threads, whichever; `undefined`: the chat has no such thread. */
  threadProperties(chatId: string, threadId: string): Promise<Properties | undefined>
  /** How many users the last thread names. */
  countThreadUsers(chatId: string): Promise<number>
  /** The number of chats the customer is a member of. */
  countOfCustomer(customerId: string): Promise<number>
  /** As `listThreads`, but without the events of long threads: of those whose events count for more than 16 KiB. */
  measureThreads(chatId: string, threadIds: readonly string[]): Promise<readonly MeasuredThread[]>
  /**
   * Those of `threadIds` that belong to the chat, by ascending order; ids of other chats are passed over. A long thread
   * is read in pieces, between which others have their turn: with the events that it had in the beginning.
   */
  listThreads(chatId: string, threadIds: readonly string[]): Promise<readonly ThreadWithEvents[]>
  /** Newest thread first, of those before `before` if it is given; `total` counts all threads of the chat. */
  listThreadSummaries(
    chatId: string,
    page: { readonly before: number | null; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly threads: readonly ThreadSummary[]; readonly total: number }>
  /** Newest thread first; only threads whose order is less than `before`, where it is given. */
  listThreadOrders(
    chatId: string,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly order: number }[]>
  /** The rich message with that id in the last thread, unless it is for agents only; `undefined`: there is none. */
  richMessage(chatId: string, eventId: string): Promise<RichMessageEvent | undefined>
  /**
   * What the idle and closing time of the last thread count from: the instant of its newest event that postponed
   * them, of the first events the last one, the thread's creation while there is none. `undefined`: no such chat.
   */
  timeoutsFrom(chatId: string): Promise<number | undefined>
}

export interface NewThread {
  readonly id: string
  readonly createdAt: number
  readonly properties: Properties
  /** Stored with orders 1, 2, 3 … */
  readonly events: readonly NewEvent[]
  /** What its events count for, as in {@link NewEvents}. */
  readonly bytes: number
}

export interface NewChat {
  readonly id: string
  readonly licenseId: number
  readonly createdAt: number
  readonly members: readonly ChatMember[]
  readonly scopes: ChatScopes
  readonly properties: Properties
  readonly thread: NewThread
}

/**
 * Every method but `insert` and `lock` presumes that this transaction has locked the chat. Those that answer a
 * head answer it as it is after the change.
 */
export interface ChatWrites extends ChatReads {
  /**
   * The chat with its first thread (order 1), active, with all members in it. Their `threadCount` grows by one. Takes the
   * first sequence of the chat, at its `createdAt`.
   */
  insert(chat: NewChat): Promise<ChatHead>
  /** Reads the head and keeps every other transaction and append from changing the chat until this one ends. */
  lock(chatId: string): Promise<ChatHead | undefined>
  /**
   * Opens the next thread with all present members in it; customers' `threadCount` grows by one. Beside an active
   * thread it rejects.
   */
  openThread(chatId: string, thread: NewThread): Promise<ChatHead>
  /** Appends to the last thread and answers the orders; `full`, with nothing stored, where its bounds forbid it. */
  append(chatId: string, added: NewEvents): Promise<readonly number[] | 'full'>
  /** The active thread is active no more; rejects when there is none. */
  closeThread(chatId: string): Promise<ChatHead>
  /**
   * Adds present members, also to the active thread if there is one; who left before comes back. The `threadCount`
   * of customers whom that thread did not name before grows by one. Where all are members already nothing changes,
   * the revision included.
   */
  addMembers(chatId: string, members: readonly ChatMember[], at: number): Promise<ChatHead>
  /**
   * They are present no more; those whom no thread names are forgotten, and of all who left everybody but the
   * `formerCount` who joined last; absent: nobody else is. Where none is a member nothing changes, the revision
   * included.
   */
  removeMembers(chatId: string, userIds: readonly string[], formerCount?: number): Promise<ChatHead>
  /** The chat has these scopes, and no others, from now on. The revision grows in any case. */
  setScopes(chatId: string, scopes: ChatScopes): Promise<ChatHead>
  /** The chat has these properties, and no others, from now on. The revision grows in any case. */
  setProperties(chatId: string, properties: Properties): Promise<ChatHead>
  /**
   * One of the chat's threads, whichever, has these properties, and no others, from now on; rejects where it is none of
   * the chat's. The revision grows where it is the last one, and stays, with all of the head, where it is not.
   */
  setThreadProperties(chatId: string, threadId: string, properties: Properties): Promise<ChatHead>
  /**
   * Takes the next sequence of each of these chats for this transaction, in their order. It locks them, in an order in
   * which no two transactions wait for each other; a chat that does not exist is a fault of the caller.
   */
  takeSequences(chatIds: readonly string[], at: number): Promise<readonly ChatSequence[]>
  /**
   * The rich message at that order of the last thread says this from now on, wherever it is read; it rejects where none is
   * there. All else stays: what the thread counts for, the last activity, the revision.
   */
  setRichMessage(chatId: string, order: number, content: RichMessage): Promise<void>
  /** Never moves it backwards. The value after it. */
  setLastSeen(chatId: string, userId: string, at: number): Promise<number>
}

/** What a thread may hold (decisions §16.1). */
export interface ThreadBounds {
  readonly eventCount: number
  readonly eventBytes: number
}

/** Events for the last thread of a chat, all of them or none. */
export interface NewEvents {
  readonly events: readonly NewEvent[]
  /** What they count for together, in the measure of `bounds`; the storage keeps the sum for each thread. */
  readonly bytes: number
  /**
   * What the thread may hold with them. `null`: whatever it holds, which is for the few messages of the system that end
   * a thread; so a thread may exceed its bounds by these.
   */
  readonly bounds: ThreadBounds | null
  /** `false` for an annotation: the thread's idle and closing time stay as they were (decisions §6.1). */
  readonly postponesTimeouts: boolean
}

/** Events on the condition that the chat's revision is still the one on which the decision was made. */
export interface AppendCommand extends NewEvents {
  readonly chatId: string
  readonly revision: number
  /** When the sequence is taken that the commit takes. */
  readonly at: number
  /** Stored with the events, mostly none; about this chat or none. */
  readonly deliveries: readonly NewDelivery[]
}

export type AppendResult =
  | { readonly status: 'stored'; readonly orders: readonly number[]; readonly taken: ChatSequence }
  /**
   * Nothing was stored: with these events the thread would exceed its bounds. So may a later command for that chat be
   * answered that arrived together with this one, although it would fit by itself: it has to be decided anew.
   */
  | { readonly status: 'full' }
  /** Nothing was stored; `head` is the present one, `undefined` when there is no such chat. */
  | { readonly status: 'stale'; readonly head: ChatHead | undefined }
