import { CallerPlaces } from '../changes/caller-places.js'
import { atMost } from '../clock/at-most.js'
import type { Gap } from '../facts/chat-order.js'
import { type FactChat, factChat } from '../facts/fact.js'
import { chatBefore } from '../facts/former-chat.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { SequencedChat } from '../ports/stores/facts.js'
import { StorageError } from '../storage-error.js'
import { readKept } from './kept-commits.js'
import { appendedCommits, eventsToLookAt, type ToldCommit } from './told-commits.js'

export interface MissingCommitsDependencies {
  readonly read: Pick<StorageReads, 'facts'>
  readonly clock: Clock
  readonly failures: Pick<FailureLog, 'write'>
}

export interface FoundCommits {
  /** The chat as it is now; `undefined`: it could not be read. */
  readonly chat: FactChat | undefined
  /** All that is missing, by ascending sequence; `undefined`: some of it is not known any more. */
  readonly commits: readonly ToldCommit[] | undefined
}

/** Chats that are read at a time: many may be behind when this node has stood still. */
const readCount = 4
const readMs = 5_000
/** Where it is not known how many are missing, few are read first. */
const stretchCounts = [32, 1_000]
const maxBytes = 16 * 1_048_576

/** Reads from the storage what other nodes have committed and the bus has not brought (decisions §16.10). */
export class MissingCommits {
  readonly #dependencies: MissingCommitsDependencies
  readonly #places = new CallerPlaces(readCount)

  constructor(dependencies: MissingCommitsDependencies) {
    this.#dependencies = dependencies
  }

  /** Never rejects, and takes 5 s at most once it is its turn. */
  read(gap: Gap): Promise<FoundCommits> {
    return this.#places.run('gaps', async () => {
      let found: FoundCommits = { chat: undefined, commits: undefined }
      const reading = this.#read(gap).then((all) => {
        found = all
      })
      try {
        await atMost(this.#dependencies.clock, readMs, reading)
      } catch (cause) {
        // The engine is closing, and its connections with it, so nobody needs the missing commits.
        if (cause instanceof StorageError && cause.code === 'closed') return found
        const { licenseId, chatId } = gap
        const fields = { licenseId, chatId, cause }
        this.#dependencies.failures.write('Missing pushes could not be read', 'storage', fields)
      }
      return found
    })
  }

  async #read(gap: Gap): Promise<FoundCommits> {
    const [chat] = await this.#dependencies.read.facts.sequencedChats([gap.chatId])
    if (chat === undefined) return { chat: undefined, commits: [] }
    const commits = await this.#commitsOf(chat, gap)
    const told = commits && withFormerChats(chat, commits).filter(({ sequence }) => sequence <= gap.until)
    return { chat: factChat(chat.head), commits: told }
  }

  async #commitsOf(chat: SequencedChat, gap: Gap): Promise<readonly ToldCommit[] | undefined> {
    const first = gap.after ?? 0
    for (const count of stretchCounts) {
      const after = Math.max(first, Math.min(gap.until, chat.sequence) - count)
      const commits = endOf(await this.#stretch(chat, after), { ...gap, first, after, last: chat.sequence })
      if (commits !== 'longer') return commits
    }
    return undefined
  }

  /** What is known of the commits from there until now, in their order. */
  async #stretch({ head, sequence }: SequencedChat, after: number): Promise<readonly ToldCommit[]> {
    const { facts } = this.#dependencies.read
    const stretch = { chatId: head.id, after, until: sequence, maxBytes }
    const kept = await readKept(facts, stretch)
    const appendedCount = sequence - after - kept.length
    if (appendedCount <= 0) return kept
    const eventCount = eventsToLookAt(kept, appendedCount)
    const appended = await facts.listAppended({ ...stretch, eventCount })
    const all = [...kept, ...appendedCommits(head, appended)]
    return all.toSorted((one, other) => one.sequence - other.sequence)
  }
}

/**
 * Of commits behind `after` in their order, the last ones that are not older than `since`. `undefined`: one of them is not
 * known; `longer`: there are more between `first` and `after`.
 */
function endOf(
  commits: readonly ToldCommit[],
  { first, after, last, since }: Pick<Gap, 'since'> & { first: number; after: number; last: number },
): readonly ToldCommit[] | 'longer' | undefined {
  const end: ToldCommit[] = []
  for (const commit of commits.toReversed()) {
    if (commit.sequence !== last - end.length) return undefined
    if (commit.at < since) return end.toReversed()
    end.push(commit)
  }
  if (end.length < last - after) return undefined
  return after === first ? end.toReversed() : 'longer'
}

/** What was appended is told to whoever saw the chat then: it may have other members by now. */
function withFormerChats({ head }: SequencedChat, commits: readonly ToldCommit[]): readonly ToldCommit[] {
  let chat = factChat(head)
  const told: ToldCommit[] = []
  for (const commit of commits.toReversed()) {
    const { revision } = chat
    const own = commit.isAppended ? commit.facts.map((fact) => ({ ...fact, chat })) : commit.facts
    told.push({ ...commit, facts: own })
    const last = commit.facts.at(-1)
    if (!commit.isAppended && last !== undefined) {
      chat = { ...chatBefore(last.chat, commit.facts), revision }
    }
  }
  return told.toReversed()
}
