import { type ChatFactOf, factChat } from '../facts/fact.js'
import { countEvents } from '../facts/kept-facts.js'
import type { ChatHead } from '../model/chat.js'
import type { AppendedEvent } from '../ports/stores/facts.js'

/** What one commit has told of a chat. */
export interface ToldCommit {
  readonly sequence: number
  /** When, in Unix milliseconds. */
  readonly at: number
  readonly facts: readonly ChatFactOf[]
  /** It is an event of the send path, whose `chat` is as it is now, and not a transaction. */
  readonly isAppended: boolean
  /** See {@link KeptChatFacts}. */
  readonly newReaderIds: readonly string[]
}

const nobody: readonly string[] = []

/** Transactions may store some between two looks. */
const newerEventCount = 16

/** Among so many of the newest events of the chat are all of `appendedCount` appends, of one event each. */
export function eventsToLookAt(kept: readonly ToldCommit[], appendedCount: number): number {
  return kept.reduce((sum, { facts }) => sum + countEvents(facts), appendedCount + newerEventCount)
}

/** What events tell that were appended; `chat`: as it is now. */
export function appendedCommits(chat: ChatHead, appended: readonly AppendedEvent[]): readonly ToldCommit[] {
  const commits = new Map<number, { readonly at: number; readonly facts: ChatFactOf[] }>()
  for (const { sequence, threadId, event } of appended) {
    const commit = commits.get(sequence) ?? { at: event.createdAt, facts: [] }
    commits.set(sequence, commit)
    commit.facts.push({ name: 'incoming_event', chat: factChat(chat), threadId, event })
  }
  return [...commits].map(([sequence, { at, facts }]) => {
    return { sequence, at, facts, isAppended: true, newReaderIds: nobody }
  })
}

/**
 * All commits behind `after` until `until`, in their order; `undefined`: of one of them nothing is known, for it was
 * forgotten, is too much, or another release has made it.
 */
export function wholeStretch(
  { after, until }: { readonly after: number; readonly until: number },
  commits: readonly ToldCommit[],
): readonly ToldCommit[] | undefined {
  const inOrder = commits.toSorted((one, other) => one.sequence - other.sequence)
  const isWhole = inOrder.every(({ sequence }, index) => sequence === after + 1 + index)
  return isWhole && inOrder.length === until - after ? inOrder : undefined
}
