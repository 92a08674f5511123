import { type ChatFactOf, factChat } from '../facts/fact.js'
import { countEvents } from '../facts/stored-facts.js'
import type { ChatHead } from '../model/chat.js'
import type { AppendedEvent } from '../ports/stores/facts.js'

/** One commit with its facts about a chat. */
export interface CommittedFacts {
  readonly sequence: number
  /** Instant of the commit, in Unix milliseconds. */
  readonly at: number
  readonly facts: readonly ChatFactOf[]
  /** Whether the commit is an event of the send path. Its `chat` is then the current one, not the one of that time. */
  readonly isAppended: boolean
  /** Ids of agents who gained access with this commit; see {@link StoredChatFacts}. */
  readonly newReaderIds: readonly string[]
}

const noReaders: readonly string[] = []

/** Extra events to look at, because transactions may store some between two reads. */
const newerEventCount = 16

/**
 * Returns how many of the chat's newest events must be read so that they include all of `appendedCount` appends of one
 * event each.
 */
export function eventsToLookAt(stored: readonly CommittedFacts[], appendedCount: number): number {
  return stored.reduce((sum, { facts }) => sum + countEvents(facts), appendedCount + newerEventCount)
}

/** Returns the commits of appended events. `chat` is the current one. */
export function appendedCommits(
  chat: ChatHead,
  appended: readonly AppendedEvent[],
): readonly CommittedFacts[] {
  const commits = new Map<number, { readonly at: number; readonly facts: ChatFactOf[] }>()
  for (const { sequence, threadId, event } of appended) {
    const commit = commits.get(sequence) ?? { at: event.createdAt, facts: [] }
    commits.set(sequence, commit)
    commit.facts.push({ name: 'incoming_event', chat: factChat(chat), threadId, event })
  }
  return [...commits].map(([sequence, { at, facts }]) => {
    return { sequence, at, facts, isAppended: true, newReaderIds: noReaders }
  })
}

/**
 * Returns all commits after `after` up to `until`, in order; `undefined` when one of them is unknown because it was
 * deleted, is too large, or was stored by another release.
 */
export function completeRange(
  { after, until }: { readonly after: number; readonly until: number },
  commits: readonly CommittedFacts[],
): readonly CommittedFacts[] | undefined {
  const inOrder = commits.toSorted((one, other) => one.sequence - other.sequence)
  const isWhole = inOrder.every(({ sequence }, index) => sequence === after + 1 + index)
  return isWhole && inOrder.length === until - after ? inOrder : undefined
}
