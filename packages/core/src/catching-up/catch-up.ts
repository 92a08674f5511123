import { nextTurn } from '../clock/next-turn.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Configurations } from '../configuration/configurations.js'
import { mayRead } from '../domain/access.js'
import type { ChatCaller } from '../domain/caller.js'
import type { FileUrls } from '../domain/file-urls.js'
import { ParleyError } from '../errors.js'
import type { Cancellation } from '../ports/cancellation.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { SequencedChat } from '../ports/stores/facts.js'
import type { TextFrame } from '../push/text-frame.js'
import type { Settings } from '../settings.js'
import { appendedCommits, type CommittedFacts, completeRange, eventsToLookAt } from './committed-facts.js'
import { gainedAccess, MissedPushes } from './missed-pushes.js'
import { readStoredCommits } from './stored-commits.js'

export interface CatchUpDependencies {
  readonly read: Pick<StorageReads, 'facts'>
  readonly configurations: Pick<Configurations, 'get'>
  readonly files: FileUrls
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly settings: Pick<Settings, 'catchUp'>
}

/** A chat that a client knows, and the last sequence it has received. */
export interface KnownChat {
  readonly chat_id: string
  readonly sequence: number
}

/** The result of a catch-up. */
export interface CatchUpResult {
  /** Each requested chat, once. */
  readonly chats: readonly { readonly chat_id: string; readonly complete: boolean }[]
  /** The missed pushes, one chat after the other, each in the order of its commits. */
  readonly frames: readonly TextFrame[]
  readonly bytes: number
  /** Remaining limits of the response. */
  readonly sentUntil: ReadonlyMap<string, number>
}

/** Pushes and bytes that may still be sent within the limits. */
interface Remaining {
  pushCount: number
  bytes: number
}

/** Waits until that many bytes are available for responses. */
type Reserve = (bytes: number, cancellation: Cancellation) => Promise<void>

/**
 * Reads the pushes that a client has missed since the sequences it knows (decisions §16.9). They are as they were
 * pushed, limited to what the caller may see now. A chat with too many missed pushes, or with some that are no longer
 * known, is left out as a whole.
 */
export class CatchUp {
  readonly #dependencies: CatchUpDependencies

  constructor(dependencies: CatchUpDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns what the caller missed. If pushes are delivered to the caller from before this call, and those that
   * `sentUntil` covers are skipped, each commit is received exactly once. `reserve` is called before anything large is
   * read.
   */
  async read(
    caller: ChatCaller,
    asked: readonly KnownChat[],
    reserve: Reserve,
    cancellation: Cancellation,
  ): Promise<CatchUpResult> {
    const known = findLowestSequences(asked)
    const chats = await this.#readable(caller, [...known.keys()])
    const frames: TextFrame[] = []
    const sentUntil = new Map<string, number>()
    const { pushCount, pushBytes } = this.#dependencies.settings.catchUp
    const remaining: Remaining = { pushCount, bytes: pushBytes }
    const isBehind = ({ head, sequence }: SequencedChat) => sequence > (known.get(head.id) ?? sequence)
    if (chats.some(isBehind)) await reserve(pushBytes, cancellation)
    const missed = await this.#missedPushes(caller)
    for (const chat of chats) {
      if (cancellation.aborted) throw new ParleyError('request_timeout')
      const after = known.get(chat.head.id) ?? chat.sequence
      const missedFrames = await this.#missedOf(caller, chat, after, missed, remaining)
      if (missedFrames === undefined) continue
      for (const frame of missedFrames) frames.push(frame)
      sentUntil.set(chat.head.id, chat.sequence)
    }
    return {
      chats: [...known.keys()].map((chatId) => ({ chat_id: chatId, complete: sentUntil.has(chatId) })),
      frames,
      bytes: pushBytes - remaining.bytes,
      sentUntil,
    }
  }

  /** Returns the chats that the caller may read, in the requested order. */
  async #readable({ principal }: ChatCaller, chatIds: readonly string[]): Promise<readonly SequencedChat[]> {
    const found = await this.#dependencies.read.facts.listSequencedChats(chatIds)
    const byId = new Map(found.map((chat) => [chat.head.id, chat]))
    return chatIds.flatMap((chatId) => {
      const chat = byId.get(chatId)
      const isShown = chat?.head.licenseId === principal.licenseId && mayRead(principal, chat.head)
      return isShown ? [chat] : []
    })
  }

  async #missedPushes(caller: ChatCaller): Promise<MissedPushes> {
    const { configurations, files, clock, steady } = this.#dependencies
    const { catalog } = await configurations.get(caller.principal.licenseId)
    const times = { now: clock.now(), steadyNow: steady.now() }
    return new MissedPushes(caller, { catalog, files, times })
  }

  /**
   * Returns the missed frames of one chat and subtracts them from the remaining limits; `undefined` when the chat
   * cannot be sent completely.
   */
  async #missedOf(
    caller: ChatCaller,
    chat: SequencedChat,
    after: number,
    missed: MissedPushes,
    remaining: Remaining,
  ): Promise<readonly TextFrame[] | undefined> {
    const count = chat.sequence - after
    if (count === 0) return []
    // A client that knows nothing of a chat reads all of it, whether or not its beginning is stored for other nodes.
    if (after === 0) return undefined
    if (
      count < 0 ||
      count > Math.min(this.#dependencies.settings.catchUp.changesPerChat, remaining.pushCount)
    ) {
      return undefined
    }
    const commits = await this.#commitsOf(chat, after, remaining.bytes)
    if (commits === undefined || gainedAccess(caller, chat.head, commits)) return undefined
    const frames = commits.flatMap((commit) => missed.encode(commit))
    const bytes = frames.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    // Where the storage responds immediately, a long list would block other work.
    await nextTurn()
    if (frames.length > remaining.pushCount || bytes > remaining.bytes) return undefined
    remaining.pushCount -= frames.length
    remaining.bytes -= bytes
    return frames
  }

  async #commitsOf(
    { head, sequence }: SequencedChat,
    after: number,
    maxBytes: number,
  ): Promise<readonly CommittedFacts[] | undefined> {
    const { facts } = this.#dependencies.read
    const range = { chatId: head.id, after, until: sequence, maxBytes }
    const stored = await readStoredCommits(facts, range)
    const appendedCount = sequence - after - stored.length
    if (appendedCount === 0) return completeRange(range, stored)
    const eventCount = eventsToLookAt(stored, appendedCount)
    const appended = await facts.listAppended({ ...range, eventCount })
    return completeRange(range, [...stored, ...appendedCommits(head, appended)])
  }
}

/** Returns the lowest known sequence of each chat, because a client may name a chat twice. */
function findLowestSequences(asked: readonly KnownChat[]): ReadonlyMap<string, number> {
  const known = new Map<string, number>()
  for (const { chat_id, sequence } of asked) {
    known.set(chat_id, Math.min(sequence, known.get(chat_id) ?? sequence))
  }
  return known
}
