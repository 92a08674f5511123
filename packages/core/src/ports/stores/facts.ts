import type { ChatHead } from '../../model/chat.js'
import type { ChatEvent } from '../../model/event.js'

/** What one transaction has told of one chat, for those who were not connected (decisions §16.9). */
export interface StoredFacts {
  readonly chatId: string
  /** The one that the transaction has taken of that chat. */
  readonly sequence: number
  /** When. */
  readonly at: number
  /** JSON, as core makes it. */
  readonly facts: string
}

/** An event that `appendEvents` has stored, which is its own record. */
export interface AppendedEvent {
  /** The one that its command has taken. */
  readonly sequence: number
  readonly threadId: string
  readonly event: ChatEvent
}

/** Of one chat, what has a sequence greater than `after` and `until` at most. */
export interface SequenceRange {
  readonly chatId: string
  readonly after: number
  readonly until: number
  /** Where it is more than so many bytes, as it is stored, nothing is answered: a part of it would be of no use. */
  readonly maxBytes: number
}

/** The newest commit of a chat. */
export interface LatestSequence {
  readonly licenseId: number
  readonly chatId: string
  readonly sequence: number
  /** The `at` with which it was taken, in Unix milliseconds. */
  readonly at: number
}

export interface LatestSequencesQuery {
  readonly licenseIds: readonly number[]
  /** In Unix milliseconds. */
  readonly since: number
  readonly limit: number
}

export interface SequencedChat {
  readonly head: ChatHead
  /** The last one that was taken. */
  readonly sequence: number
}

export interface FactReads {
  /** Those of the chats that there are, each once, in no particular order; head and sequence are of one state. */
  sequencedChats(chatIds: readonly string[]): Promise<readonly SequencedChat[]>
  /** What was kept and is not forgotten, by ascending sequence. */
  list(stretch: SequenceRange): Promise<readonly Pick<StoredFacts, 'sequence' | 'at' | 'facts'>[]>
  /**
   * In the order in which they were stored, of the newest `eventCount` events of the chat that are not known to be behind
   * `until`; those that a transaction has stored, or an older release, count, and are left out.
   */
  listAppended(stretch: SequenceRange & { readonly eventCount: number }): Promise<readonly AppendedEvent[]>
  /**
   * The last sequence of chats of these licenses in which, at `since` or later, an event was stored or facts were kept; each
   * once, at most `limit`, in no particular order.
   */
  listLatestSequences(query: LatestSequencesQuery): Promise<readonly LatestSequence[]>
  /** How many were kept at `at` or before, counted up to `max`. */
  countUntil(at: number, max: number): Promise<number>
}

export interface FactWrites extends FactReads {
  /**
   * Presumes that this transaction has taken these sequences. Of each of the chats what was kept `maxCount` sequences
   * earlier, or before, is forgotten.
   */
  keep(kept: readonly StoredFacts[], maxCount: number): Promise<void>
  /** Forgets what was kept at `at` or before; how many. */
  deleteUntil(at: number, limit: number): Promise<number>
}
