import { Turns } from '../clock/turns.js'
import { mayHaveOtherWords } from '../domain/search-folding.js'
import { addIndexedTokens } from '../domain/search-tokens.js'
import { searchedTexts } from '../domain/searched-texts.js'
import type { EventContent } from '../model/event.js'
import type { Clock } from '../ports/clock.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { UnindexedEvent } from '../ports/stores/archives.js'

/**
 * Maximum size of the events in one transaction, in bytes, plus the longest event. Other work may have to wait for one
 * piece.
 */
const pieceBytes = 32_768

/** The result of indexing one piece. */
export interface IndexedPiece {
  readonly eventCount: number
  /** Chats that may have more events to index, in the order in which they come next. */
  readonly unfinished: readonly string[]
}

/** Indexes the next events of these chats. */
export async function indexPiece(
  tx: StorageTransaction,
  clock: Clock,
  chatIds: readonly string[],
  eventCount: number,
): Promise<IndexedPiece> {
  const { events, unfinished } = await tx.archives.claimUnindexed(chatIds, { eventCount, bytes: pieceBytes })
  await index(tx, clock, events)
  return { eventCount: events.length, unfinished }
}

/** Indexes the next events of these chats once more, if an earlier release may have split them into other words. */
export async function indexPieceAgain(
  tx: StorageTransaction,
  clock: Clock,
  chatIds: readonly string[],
  eventCount: number,
): Promise<IndexedPiece> {
  const { events, unfinished } = await tx.archives.claimOutdated(chatIds, { eventCount, bytes: pieceBytes })
  await index(
    tx,
    clock,
    events.filter(({ content }) => searchedTexts(content).some(mayHaveOtherWords)),
  )
  return { eventCount: events.length, unfinished }
}

async function index(tx: StorageTransaction, clock: Clock, events: readonly UnindexedEvent[]): Promise<void> {
  const turns = new Turns(clock)
  const indexed = []
  for (const { licenseId, thread, content } of events) {
    const tokens = await tokensOf(content, turns)
    if (tokens.length > 0) indexed.push({ licenseId, thread, tokens })
  }
  await turns.yieldIfDue()
  await tx.archives.index(indexed)
}

async function tokensOf(content: EventContent, turns: Turns): Promise<readonly string[]> {
  const tokens = new Set<string>()
  for (const text of searchedTexts(content)) {
    await turns.yieldIfDue()
    addIndexedTokens(tokens, text)
  }
  return [...tokens]
}
