import type { ChatHead, ChatMember, ChatScopes, ChatSequence } from '../../model/chat.js'
import type { NewEvent, RichMessage } from '../../model/event.js'
import type { PropertiesWithTerms } from '../../model/property-terms.js'
import type { NewEvents } from './chat-appends.js'
import type { ChatReads } from './chat-reads.js'

/** A thread to store. */
export interface NewThread extends PropertiesWithTerms {
  readonly id: string
  readonly createdAt: number
  /** They are stored with the orders 1, 2, 3 … */
  readonly events: readonly NewEvent[]
  /** Size of the events, as in {@link NewEvents}. */
  readonly bytes: number
  /**
   * When the thread began, by the steady clock (decisions §16.21), while `createdAt` is its date. It decides the queue
   * position, and is the first start of the idle and closing time.
   */
  readonly beganAt: number
  /** Whether the thread waits for an agent from its beginning (decisions §7). */
  readonly waits: boolean
}

/** How members leave a chat. */
export interface MemberRemoval {
  /** Maximum number of former members that the chat remembers; `null` for all. */
  readonly formerCount: number | null
  /**
   * Whether the active thread waits for an agent from now on, since `NewThread.beganAt`. `false` leaves that as it is.
   */
  readonly waits: boolean
}

/** A chat to store, with its first thread. */
export interface NewChat extends PropertiesWithTerms {
  readonly id: string
  readonly licenseId: number
  readonly createdAt: number
  readonly members: readonly ChatMember[]
  readonly scopes: ChatScopes
  readonly thread: NewThread
}

/** An agent who writes in a thread without being a member of the chat (decisions §16.4). */
export interface ThreadAuthor {
  readonly agentId: string
  readonly at: number
  /** Maximum number of users who are not members that the chat remembers. */
  readonly formerCount: number
}

/** Until when a user has seen a chat. */
export interface LastSeen {
  /** Unix milliseconds. */
  readonly at: number
  /** Whether this is later than before, or the first time. */
  readonly isLater: boolean
}

/**
 * Writes chats. Every method except `insert` and `lock` requires that this transaction has locked the chat. Methods
 * that return a head return it as it is after the change.
 */
export interface ChatWrites extends ChatReads {
  /**
   * Stores the chat with its first thread (order 1), which is active and has all members. Their `threadCount` grows by
   * one. Takes the first sequence of the chat, at its `createdAt`.
   */
  insert(chat: NewChat): Promise<ChatHead>
  /**
   * Returns the head, and keeps other transactions and appends from changing the chat until this transaction ends.
   * `undefined` when there is no such chat.
   */
  lock(chatId: string): Promise<ChatHead | undefined>
  /**
   * Opens the next thread with all present members; the `threadCount` of customers grows by one. Rejects when there is
   * an active thread.
   */
  openThread(chatId: string, thread: NewThread): Promise<ChatHead>
  /**
   * Appends events to the last thread and returns their orders. `full`, with nothing stored, when the limits do not
   * allow it.
   */
  append(chatId: string, added: NewEvents): Promise<readonly number[] | 'full'>
  /** Closes the active thread, which then no longer waits. Rejects when there is none. */
  closeThread(chatId: string): Promise<ChatHead>
  /**
   * Adds members, to the active thread too; a former member comes back. The `threadCount` of customers whom that thread
   * did not name before grows by one. When an agent is added, a waiting thread leaves the queue, and its idle and
   * closing time start at `at` unless they start later; so `at` is by the steady clock. Nothing changes, the revision
   * included, when all are members already.
   */
  addMembers(chatId: string, members: readonly ChatMember[], at: number): Promise<ChatHead>
  /**
   * Removes members. Users whom no thread names are forgotten, and of the former members all except the `formerCount`
   * who joined last. Nothing changes, the revision included, when none is a member. Rejects when `waits` is set and
   * there is no active thread.
   */
  removeMembers(chatId: string, userIds: readonly string[], leaving: MemberRemoval): Promise<ChatHead>
  /**
   * Makes the last thread name the agent, whether it is active or not, and the chat too: as a non-member, after all
   * other users, unless it was named before. Returns whether the thread did not name the agent before; otherwise
   * nothing changes. Of the users who are not members, all except the `formerCount` who joined or wrote last are
   * forgotten. The revision stays.
   */
  addThreadAuthor(chatId: string, writer: ThreadAuthor): Promise<boolean>
  /** Replaces the scopes of the chat. The revision always grows. */
  setScopes(chatId: string, scopes: ChatScopes): Promise<ChatHead>
  /** Replaces the properties of the chat and their terms. The revision always grows. */
  setProperties(chatId: string, properties: PropertiesWithTerms): Promise<ChatHead>
  /**
   * Replaces the properties of any thread of the chat and their terms; rejects when the chat has no such thread. The
   * revision grows when it is the last thread; otherwise the head stays as it is.
   */
  setThreadProperties(chatId: string, threadId: string, properties: PropertiesWithTerms): Promise<ChatHead>
  /**
   * Takes the next sequence of each of these chats for this transaction, and returns them in the order of `chatIds`. It
   * locks the chats in an order in which no two transactions wait for each other. Every chat has to exist.
   */
  takeSequences(chatIds: readonly string[], at: number): Promise<readonly ChatSequence[]>
  /**
   * Replaces the content of the rich message at that order of the last thread; rejects when there is none. Everything
   * else stays: the size of the thread, the last activity, the revision.
   */
  setRichMessage(chatId: string, order: number, content: RichMessage): Promise<void>
  /**
   * Records until when a user has seen the chat. It never moves the instant backwards. Returns the instant after the
   * call.
   */
  setLastSeen(chatId: string, userId: string, at: number): Promise<LastSeen>
}
