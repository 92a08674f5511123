import type { ActiveChat, Chat, ChatHead } from '../../model/chat.js'
import type { RichMessageEvent } from '../../model/event.js'
import type { Properties } from '../../model/property.js'
import type { MeasuredThread, ThreadSummary, ThreadWithEvents } from '../../model/thread.js'
import type { AgentChatsQuery, ChatsPiece, ListedChats } from './chat-lists.js'

/** Reads chats. */
export interface ChatReads {
  /** Returns the head of the chat, or `undefined`. */
  getHead(chatId: string): Promise<ChatHead | undefined>
  /** Returns the chat, or `undefined`. */
  get(chatId: string): Promise<Chat | undefined>
  /**
   * Returns chats that the customer is a member of, the latest shared activity first, ties by descending id. `total` is
   * the number of all of them, and `offset` chats of the part are skipped.
   */
  listByCustomer(
    customerId: string,
    piece: ChatsPiece & { readonly offset: number },
  ): Promise<ListedChats & { readonly total: number }>
  /**
   * Returns chats in the order of the query, ties by id in the same direction. The cost does not grow with the chats
   * that fail the filters when few chats pass a filter that requires a property to exist. Otherwise other queries run
   * in between, and with `hasMore` it can happen that none of the following chats passes; a part without chats is the
   * last one. A list of waiting chats costs nothing for chats that do not wait, and a list of assigned chats costs
   * nothing for chats that wait.
   */
  listForAgent(query: AgentChatsQuery): Promise<ListedChats>
  /** Returns the chats of a customer that have an active thread, the latest activity first, at most `limit`. */
  listActiveByCustomer(customerId: string, limit: number): Promise<readonly ActiveChat[]>
  /** Returns the properties of any thread of the chat; `undefined` when the chat has no such thread. */
  getThreadProperties(chatId: string, threadId: string): Promise<Properties | undefined>
  /** Returns the number of users that the last thread names. */
  countThreadUsers(chatId: string): Promise<number>
  /** Returns the number of chats that the customer is a member of. */
  countByCustomer(customerId: string): Promise<number>
  /** Returns threads like `listThreads`, but without the events of long threads, whose events take more than 16 KiB. */
  measureThreads(chatId: string, threadIds: readonly string[]): Promise<readonly MeasuredThread[]>
  /**
   * Returns the threads among `threadIds` that belong to the chat, by ascending order. A long thread is read in parts,
   * with other queries in between; it has the events that it had when the read began.
   */
  listThreads(chatId: string, threadIds: readonly string[]): Promise<readonly ThreadWithEvents[]>
  /**
   * Returns threads, the newest first, and only those before `before`. `total` is the number of all threads of the
   * chat.
   */
  listThreadSummaries(
    chatId: string,
    page: { readonly before: number | null; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly threads: readonly ThreadSummary[]; readonly total: number }>
  /** Returns threads, the newest first, and only those whose order is less than `before`. */
  listThreadOrders(
    chatId: string,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly order: number }[]>
  /**
   * Returns the rich message with that id in the last thread; `undefined` when there is none, or it is for agents only.
   */
  getRichMessage(chatId: string, eventId: string): Promise<RichMessageEvent | undefined>
  /**
   * Returns the start of the idle and closing time of the last thread: when the thread began, the instant that its
   * latest event set, or when it left the queue, whichever is latest. `undefined` when there is no such chat.
   */
  getTimeoutsFrom(chatId: string): Promise<number | undefined>
}
