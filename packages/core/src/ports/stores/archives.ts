import type { EventContent } from '../../model/event.js'
import type { PropertyFilter } from '../../model/property-filter.js'
import type { SearchTerm } from '../../model/search-term.js'
import type { Cancellation } from '../cancellation.js'
import type { AgentChatsQuery } from './chat-lists.js'

/** Where a thread stands in the archives. */
export interface ThreadPosition {
  readonly createdAt: number
  readonly id: string
}

/** Which threads of a license are listed; they pass all of it. */
export interface ArchiveFilter {
  readonly licenseId: number
  /** Who asks, with what they see of chats: see {@link AgentChatsQuery}. */
  readonly agentId: string
  readonly groups: readonly number[]
  readonly reach: Exclude<AgentChatsQuery['reach'], 'member'>
  /** One event of the thread, for whomever it is, has all of them; it is indexed by then. None: any thread. */
  readonly terms: readonly SearchTerm[]
  /** Created at that instant or later. */
  readonly createdFrom: number
  /** Created before that instant. */
  readonly createdBefore: number
  /** One of these agents of the license was ever in the thread; `null`: whoever was. */
  readonly agentIds: readonly string[] | null
  /** The scopes of the chat name one of these groups; `null`: whatever they name. */
  readonly groupIds: readonly number[] | null
  /** What the thread has, and for what it has not the chat, passes all of them. */
  readonly properties: readonly PropertyFilter[]
}

export interface ArchiveQuery extends ArchiveFilter {
  /** Only the threads that come after it; `null`: from the beginning. */
  readonly after: ThreadPosition | null
  /** So many of them are passed over. */
  readonly offset: number
  /** At least 1. */
  readonly limit: number
}

export interface ArchivedThread extends ThreadPosition {
  readonly chatId: string
  /** About what the thread with its events and its chat are stored in. */
  readonly bytes: number
}

export interface ArchivePage {
  readonly threads: readonly ArchivedThread[]
  /** Of all threads that pass the filter, wherever the page begins. */
  readonly total: number
  /** Whether others come after them. */
  readonly hasMore: boolean
}

/** An event whose words are not indexed yet. */
export interface UnindexedEvent {
  readonly licenseId: number
  readonly thread: ThreadPosition
  readonly content: EventContent
}

export interface UnindexedBatch {
  readonly events: readonly UnindexedEvent[]
  readonly unfinished: readonly string[]
}

/** The words of one event. */
export interface IndexedEvent {
  readonly licenseId: number
  readonly thread: ThreadPosition
  /** Each once, at least one, of letters, their marks, digits, and symbols that are not ASCII. */
  readonly tokens: readonly string[]
}

export interface ArchiveReads {
  /**
   * The newest thread first, ties by descending id. Rejects with `cancelled` where nobody waits for it any more; what takes
   * long looks again and again.
   */
  listThreads(query: ArchiveQuery, cancellation?: Cancellation): Promise<ArchivePage>
  /**
   * Chats that have events which are not indexed, at most `limit`, in no particular order: those of which a part was
   * taken, or that are older than the index, and those whose latest activity was at `since` or later.
   */
  listUnindexed(since: number, limit: number): Promise<readonly string[]>
  /** What was set last; 0 in the beginning. */
  indexedUntil(): Promise<number>
  /** Chats with events that an earlier release has indexed, by words that it made otherwise; at most `limit`. */
  listOutdated(limit: number): Promise<readonly string[]>
  /** How many chats these are. */
  countOutdated(): Promise<number>
}

export interface ArchiveWrites extends ArchiveReads {
  /**
   * The events of these chats that nobody has taken yet, of each chat in their order, at most `eventCount` and about `bytes`
   * of all together, of the first chat one at least; whoever takes them indexes them in the same transaction. Waits for
   * other transactions that have taken events of these chats. A chat that does not exist has none. `unfinished`: chats of
   * which there may be more, in the order of `chatIds`, but first those of which none was taken: so each has its turn.
   */
  claimUnindexed(
    chatIds: readonly string[],
    atMost: { readonly eventCount: number; readonly bytes: number },
  ): Promise<UnindexedBatch>
  /**
   * The next events of these chats that an earlier release has indexed, bounded like {@link claimUnindexed}; whoever takes them
   * indexes them again in the same transaction, and what they were found by before stays. A chat of which all are taken is
   * outdated no more. `unfinished`: the other ones, those included that another transaction is taking events of.
   */
  claimOutdated(
    chatIds: readonly string[],
    atMost: { readonly eventCount: number; readonly bytes: number },
  ): Promise<UnindexedBatch>
  /** From now on they are found. */
  index(events: readonly IndexedEvent[]): Promise<void>
  /** All that was stored before that instant is indexed; never moves it backwards. */
  setIndexedUntil(at: number): Promise<void>
}
