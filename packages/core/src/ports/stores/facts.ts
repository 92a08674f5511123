import type { ChatHead } from '../../model/chat.js'
import type { ChatEvent } from '../../model/event.js'

/** The facts of one transaction about one chat, stored for connections that missed them (decisions §16.9). */
export interface StoredFacts {
  readonly chatId: string
  /** The sequence that the transaction took of the chat. */
  readonly sequence: number
  /** When it was taken. */
  readonly at: number
  /** JSON that the core writes. */
  readonly facts: string
}

/** An event that `appendEvents` stored, which is its own record. */
export interface AppendedEvent {
  /** The sequence that its command took. */
  readonly sequence: number
  readonly threadId: string
  readonly event: ChatEvent
}

/** The commits of one chat with a sequence greater than `after`, up to and including `until`. */
export interface SequenceRange {
  readonly chatId: string
  readonly after: number
  readonly until: number
  /** Maximum size as stored, in bytes. Nothing is returned beyond it, because a part would be useless. */
  readonly maxBytes: number
}

/** The newest commit of a chat. */
export interface LatestSequence {
  readonly licenseId: number
  readonly chatId: string
  readonly sequence: number
  /** When the sequence was taken, in Unix milliseconds. */
  readonly at: number
}

/** Which newest commits to list. */
export interface LatestSequencesQuery {
  readonly licenseIds: readonly number[]
  /** Unix milliseconds. */
  readonly since: number
  readonly limit: number
}

/** A chat with its latest sequence. */
export interface SequencedChat {
  readonly head: ChatHead
  /** The latest sequence. */
  readonly sequence: number
}

/** Reads stored facts. */
export interface FactReads {
  /** Returns the chats that exist, each once, in no particular order. Head and sequence are of the same state. */
  listSequencedChats(chatIds: readonly string[]): Promise<readonly SequencedChat[]>
  /** Returns the stored facts of the range that were not deleted, by ascending sequence. */
  list(range: SequenceRange): Promise<readonly Pick<StoredFacts, 'sequence' | 'at' | 'facts'>[]>
  /**
   * Returns appended events of the range in the order in which they were stored, among the newest `eventCount` events
   * of the chat that may be in the range. Events that a transaction or an older release stored count too, and are left
   * out.
   */
  listAppended(range: SequenceRange & { readonly eventCount: number }): Promise<readonly AppendedEvent[]>
  /**
   * Returns the latest sequence of chats of these licenses in which an event or facts were stored at `since` or later;
   * each chat once, at most `limit`, in no particular order.
   */
  listLatestSequences(query: LatestSequencesQuery): Promise<readonly LatestSequence[]>
  /** Returns the number of facts stored at or before `at`, counted up to `max`. */
  countUntil(at: number, max: number): Promise<number>
}

/** Writes stored facts. */
export interface FactWrites extends FactReads {
  /**
   * Stores facts. This transaction has to take their sequences first. Deletes the facts of each of the chats that are
   * `maxCount` or more sequences older.
   */
  insert(facts: readonly StoredFacts[], maxCount: number): Promise<void>
  /** Deletes at most `limit` facts that were stored at or before `at`, and returns their number. */
  deleteUntil(at: number, limit: number): Promise<number>
}
