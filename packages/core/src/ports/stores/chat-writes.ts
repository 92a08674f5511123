import type { ChatHead, ChatMember, ChatScopes, ChatSequence } from '../../model/chat.js'
import type { NewEvent, RichMessage } from '../../model/event.js'
import type { Properties } from '../../model/property.js'
import type { NewEvents } from './chat-appends.js'
import type { ChatReads } from './chat-reads.js'

export interface NewThread {
  readonly id: string
  readonly createdAt: number
  readonly properties: Properties
  /** Stored with orders 1, 2, 3 … */
  readonly events: readonly NewEvent[]
  /** What its events count for, as in {@link NewEvents}. */
  readonly bytes: number
  /**
   * When it began by the steady clock (decisions §16.21), as `createdAt` is only its date: its place in the line, and what
   * its idle and closing time count from at first.
   */
  readonly beganAt: number
  /** Since its beginning, for an agent who is there for it (decisions §7). */
  readonly waits: boolean
}

/** How members leave. */
export interface MemberRemoval {
  /** Of all who have left so many are remembered; `null`: all. */
  readonly formerCount: number | null
  /** The active thread waits from now on, since it began (`NewThread.beganAt`); `false`: it waits as before, or does not. */
  readonly waits: boolean
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

/** An agent who writes in a thread without being in the chat (decisions §16.4). */
export interface ThreadAuthor {
  readonly agentId: string
  readonly at: number
  readonly formerCount: number
}

/** Up to when a user has seen a chat. */
export interface LastSeen {
  /** Unix milliseconds. */
  readonly at: number
  /** Whether that is later than it was before, or the first time. */
  readonly isLater: boolean
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
  /** The active thread is active no more, and waits no more; rejects when there is none. */
  closeThread(chatId: string): Promise<ChatHead>
  /**
   * Adds present members, also to the active thread if there is one; who left before comes back. The `threadCount`
   * of customers whom that thread did not name before grows by one. With an agent among those who were none before the
   * thread waits no more, and where it did its idle and closing time count from `at` on, unless they count from later; so
   * `at` is by the steady clock.
   * Where all are members already nothing changes, the revision included.
   */
  addMembers(chatId: string, members: readonly ChatMember[], at: number): Promise<ChatHead>
  /**
   * They are present no more; those whom no thread names are forgotten, and of all who left everybody but the
   * `formerCount` who joined last. Where none is a member nothing changes, the revision included. Without an active thread
   * none can wait: it rejects.
   */
  removeMembers(chatId: string, userIds: readonly string[], leaving: MemberRemoval): Promise<ChatHead>
  /**
   * The last thread, active or not, names the agent, and so does the chat: as not present, behind all users, unless it did
   * before. Answers whether the thread did not; where it did, nothing changes. Of all who are not present everybody is
   * forgotten but the `formerCount` who joined last, or were named. The revision stays.
   */
  addThreadAuthor(chatId: string, writer: ThreadAuthor): Promise<boolean>
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
  /** Never moves it backwards. Answers the instant after it, and whether that is later than before. */
  setLastSeen(chatId: string, userId: string, at: number): Promise<LastSeen>
}
