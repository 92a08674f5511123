import { CallerSlots } from '../changes/caller-slots.js'
import { atMost } from '../clock/at-most.js'
import type { Gap } from '../facts/chat-order.js'
import { type FactChat, factChat } from '../facts/fact.js'
import { chatBefore } from '../facts/former-chat.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { SequencedChat } from '../ports/stores/facts.js'
import { StorageError } from '../storage-error.js'
import { appendedCommits, type CommittedFacts, eventsToLookAt } from './committed-facts.js'
import { readStoredCommits } from './stored-commits.js'

export interface MissingCommitsDependencies {
  readonly read: Pick<StorageReads, 'facts'>
  readonly clock: Clock
  readonly failures: Pick<FailureLog, 'write'>
}

/** The missing commits of a chat, as the storage found them. */
export interface FoundCommits {
  /** The chat as it is now; `undefined` when it could not be read. */
  readonly chat: FactChat | undefined
  /** All missing commits by ascending sequence; `undefined` when some are no longer known. */
  readonly commits: readonly CommittedFacts[] | undefined
}

/** Maximum number of chats read at the same time. Many chats may be behind after this node was frozen. */
const readCount = 4
const readMs = 5_000
/** Numbers of commits to read. It starts small when it is not known how many are missing. */
const rangeCounts = [32, 1_000]
const maxBytes = 16 * 1_048_576

/** Reads commits of other nodes that the bus has not brought from the storage (decisions §16.10). */
export class MissingCommits {
  readonly #dependencies: MissingCommitsDependencies
  readonly #slots = new CallerSlots(readCount)

  constructor(dependencies: MissingCommitsDependencies) {
    this.#dependencies = dependencies
  }

  /** Reads the commits of a gap. Never rejects, and takes at most 5 s once it has a slot. */
  read(gap: Gap): Promise<FoundCommits> {
    return this.#slots.run('gaps', async () => {
      let found: FoundCommits = { chat: undefined, commits: undefined }
      const reading = this.#read(gap).then((all) => {
        found = all
      })
      try {
        await atMost(this.#dependencies.clock, readMs, reading)
      } catch (cause) {
        // The engine is closing together with its connections, so the missing commits are no longer needed.
        if (cause instanceof StorageError && cause.code === 'closed') return found
        const { licenseId, chatId } = gap
        const fields = { licenseId, chatId, cause }
        this.#dependencies.failures.write('Missing pushes could not be read', 'storage', fields)
      }
      return found
    })
  }

  async #read(gap: Gap): Promise<FoundCommits> {
    const [chat] = await this.#dependencies.read.facts.listSequencedChats([gap.chatId])
    if (chat === undefined) return { chat: undefined, commits: [] }
    const commits = await this.#commitsOf(chat, gap)
    const missing = commits && withFormerChats(chat, commits).filter(({ sequence }) => sequence <= gap.until)
    return { chat: factChat(chat.head), commits: missing }
  }

  async #commitsOf(chat: SequencedChat, gap: Gap): Promise<readonly CommittedFacts[] | undefined> {
    const first = gap.after ?? 0
    for (const count of rangeCounts) {
      const after = Math.max(first, Math.min(gap.until, chat.sequence) - count)
      const commits = endOf(await this.#range(chat, after), { ...gap, first, after, last: chat.sequence })
      if (commits !== 'longer') return commits
    }
    return undefined
  }

  /** Returns the known commits after `after`, in order. */
  async #range({ head, sequence }: SequencedChat, after: number): Promise<readonly CommittedFacts[]> {
    const { facts } = this.#dependencies.read
    const range = { chatId: head.id, after, until: sequence, maxBytes }
    const stored = await readStoredCommits(facts, range)
    const appendedCount = sequence - after - stored.length
    if (appendedCount <= 0) return stored
    const eventCount = eventsToLookAt(stored, appendedCount)
    const appended = await facts.listAppended({ ...range, eventCount })
    const all = [...stored, ...appendedCommits(head, appended)]
    return all.toSorted((one, other) => one.sequence - other.sequence)
  }
}

/**
 * Returns the last of the commits that are not older than `since`; `commits` are those after `after`, in order. Returns
 * `undefined` when one of them is unknown, and `longer` when more commits lie between `first` and `after`.
 */
function endOf(
  commits: readonly CommittedFacts[],
  { first, after, last, since }: Pick<Gap, 'since'> & { first: number; after: number; last: number },
): readonly CommittedFacts[] | 'longer' | undefined {
  const end: CommittedFacts[] = []
  for (const commit of commits.toReversed()) {
    if (commit.sequence !== last - end.length) return undefined
    if (commit.at < since) return end.toReversed()
    end.push(commit)
  }
  if (end.length < last - after) return undefined
  return after === first ? end.toReversed() : 'longer'
}

/**
 * Gives each appended event the chat as it was then, so it is pushed to the users who could see the chat at that time.
 * The members may have changed since.
 */
function withFormerChats(
  { head }: SequencedChat,
  commits: readonly CommittedFacts[],
): readonly CommittedFacts[] {
  let chat = factChat(head)
  const withChats: CommittedFacts[] = []
  for (const commit of commits.toReversed()) {
    const { revision } = chat
    const own = commit.isAppended ? commit.facts.map((fact) => ({ ...fact, chat })) : commit.facts
    withChats.push({ ...commit, facts: own })
    const last = commit.facts.at(-1)
    if (!commit.isAppended && last !== undefined) {
      chat = { ...chatBefore(last.chat, commit.facts), revision }
    }
  }
  return withChats.toReversed()
}
