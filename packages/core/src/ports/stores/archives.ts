import type { EventContent } from '../../model/event.js'
import type { TermFilter } from '../../model/property-terms.js'
import type { SearchTerm } from '../../model/search-term.js'
import type { Cancellation } from '../cancellation.js'
import type { AgentChatsQuery } from './chat-lists.js'

/** The position of a thread in the archives. */
export interface ThreadPosition {
  readonly createdAt: number
  readonly id: string
}

/** Which threads of a license to list. A thread has to meet every condition. */
export interface ArchiveFilter {
  readonly licenseId: number
  /**
   * The agent who asks. Together with `groups` and `reach` it decides which chats are visible: see {@link
   * AgentChatsQuery}.
   */
  readonly agentId: string
  readonly groups: readonly number[]
  readonly reach: Exclude<AgentChatsQuery['reach'], 'member'>
  /**
   * Words that one indexed event of the thread has to contain, whoever its recipients are; empty when it does not
   * matter.
   */
  readonly terms: readonly SearchTerm[]
  /** The thread was created at this instant or later. */
  readonly createdFrom: number
  /** The thread was created before this instant. */
  readonly createdBefore: number
  /** One of these agents of the license was ever in the thread; `null` when it does not matter. */
  readonly agentIds: readonly string[] | null
  /** The scopes of the chat name one of these groups; `null` when it does not matter. */
  readonly groupIds: readonly number[] | null
  /**
   * Conditions on the terms of the thread when it has the term `present`, and otherwise on those of its chat: a thread
   * is found by its own value of a property, or else by that of the chat.
   */
  readonly properties: readonly TermFilter[]
}

/** One page of the threads that a filter finds. */
export interface ArchiveQuery extends ArchiveFilter {
  /** Only threads that come after it; `null` for the first page. */
  readonly after: ThreadPosition | null
  /** Number of threads to skip. */
  readonly offset: number
  /** Maximum number of threads, at least 1. */
  readonly limit: number
}

/** A thread that was found. */
export interface ArchivedThread extends ThreadPosition {
  readonly chatId: string
  /** Approximate size of the thread as stored, with its events and its chat. */
  readonly bytes: number
}

/** A page of threads. */
export interface ArchivePage {
  readonly threads: readonly ArchivedThread[]
  /** Number of all threads that meet the filter, wherever the page begins. */
  readonly total: number
  /** Whether more threads come after these. */
  readonly hasMore: boolean
}

/** An event whose words are not indexed yet. */
export interface UnindexedEvent {
  readonly licenseId: number
  readonly thread: ThreadPosition
  readonly content: EventContent
}

/** Events to index in this transaction. */
export interface UnindexedBatch {
  readonly events: readonly UnindexedEvent[]
  /** Chats that may have more such events. */
  readonly unfinished: readonly string[]
}

/** The words of one event. */
export interface IndexedEvent {
  readonly licenseId: number
  readonly thread: ThreadPosition
  /** At least one word, each once. Words consist of letters, their marks, digits, and symbols outside ASCII. */
  readonly tokens: readonly string[]
}

/** Searches the archives. */
export interface ArchiveReads {
  /**
   * Returns threads, the newest first, ties by descending id. Rejects with `cancelled` when the request was cancelled;
   * a long search checks this repeatedly.
   */
  listThreads(query: ArchiveQuery, cancellation?: Cancellation): Promise<ArchivePage>
  /**
   * Returns at most `limit` chats with events that are not indexed, in no particular order: chats that are partly
   * indexed, chats that are older than the index, and chats whose latest activity was at `since` or later.
   */
  listUnindexed(since: number, limit: number): Promise<readonly string[]>
  /** Returns the instant that was set last; 0 at first. */
  getIndexedUntil(): Promise<number>
  /** Returns at most `limit` chats whose events an earlier release indexed with other words. */
  listOutdated(limit: number): Promise<readonly string[]>
  /** Returns the number of such chats. */
  countOutdated(): Promise<number>
}

/** Writes the full-text index. */
export interface ArchiveWrites extends ArchiveReads {
  /**
   * Claims the next events of these chats that no transaction has claimed: of each chat in their order, at most
   * `eventCount` and about `bytes` in all, and at least one event of the first chat. The caller indexes them in the
   * same transaction. It waits for other transactions that have claimed events of these chats. A chat that does not
   * exist has no events. `unfinished` names the chats that may have more events, in the order of `chatIds`, but those
   * of which nothing was claimed come first, so that every chat gets its turn.
   */
  claimUnindexed(
    chatIds: readonly string[],
    atMost: { readonly eventCount: number; readonly bytes: number },
  ): Promise<UnindexedBatch>
  /**
   * Claims the next events of these chats that an earlier release indexed, with the limits of {@link claimUnindexed}.
   * The caller indexes them again in the same transaction, and they stay findable by the earlier words. A chat whose
   * events are all claimed is no longer outdated. `unfinished` names the other chats, and those of which another
   * transaction is claiming events.
   */
  claimOutdated(
    chatIds: readonly string[],
    atMost: { readonly eventCount: number; readonly bytes: number },
  ): Promise<UnindexedBatch>
  /** Makes the events findable by these words. */
  index(events: readonly IndexedEvent[]): Promise<void>
  /** Records that everything stored before that instant is indexed. It never moves the instant backwards. */
  setIndexedUntil(at: number): Promise<void>
}
