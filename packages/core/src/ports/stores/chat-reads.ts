import type { ActiveChat, Chat, ChatHead } from '../../model/chat.js'
import type { RichMessageEvent } from '../../model/event.js'
import type { Properties } from '../../model/property.js'
import type { MeasuredThread, ThreadSummary, ThreadWithEvents } from '../../model/thread.js'
import type { AgentChatsQuery, ChatsPiece, ListedChats } from './chat-lists.js'

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
   * where it `hasMore`, it may be that none of those that follow passes them; a piece without chats is the last one. How
   * many chats there are that do not wait does not matter to a list of those that do, nor how many do to one of those that
   * are assigned.
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
   * What the idle and closing time of the last thread count from: as it began with, as its newest event has said that said
   * it, or when it waited no more, where that was later. `undefined`: no such chat.
   */
  timeoutsFrom(chatId: string): Promise<number | undefined>
}
