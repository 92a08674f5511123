import { RecentMap } from '../cache/recent-map.js'
import { nextTurn } from '../clock/next-turn.js'
import type { Clock } from '../ports/clock.js'
import type { LatestSequence } from '../ports/stores/facts.js'
import type { ChatCommit } from './fact-batch.js'
import { HeldCommits } from './held-commits.js'

/**
 * How long an early commit waits for a missing one that may still be on the bus. After that, the missing commit is read
 * from the storage.
 */
const holdMs = 250
const sweepMs = 50
/** A commit older than this is no longer on the bus: it either arrived or was lost. */
const recentMs = 2_000
/** Maximum difference between the clocks of two nodes, in milliseconds. */
const skewMs = 10_000
/** Maximum number of commits read from the storage that are delivered in one turn of the event loop. */
const turnCount = 16

/** A range of commits of one chat that this node has not received. */
export interface Gap {
  readonly licenseId: number
  readonly chatId: string
  /** Last sequence that was delivered; `undefined` when nothing of the chat was delivered yet. */
  readonly after: number | undefined
  /** Last sequence of the gap. */
  readonly until: number
  /** Commits before this instant are not missing, because this node was not listening yet. In Unix milliseconds. */
  readonly since: number
}

/** A commit that was read from the storage. */
export interface ReadCommit<Item> {
  readonly sequence: number
  readonly item: Item
}

export interface ChatOrderDependencies<Item> {
  readonly clock: Clock
  /** Maximum number of chats whose last delivered sequence is kept in memory. */
  readonly chatCount: number
  /**
   * Returns since when this node has listened to the license, in Unix milliseconds; `undefined` when it does not
   * listen.
   */
  readonly listeningSince: (licenseId: number) => number | undefined
  readonly deliver: (item: Item) => void
  readonly skip: (item: Item) => void
  /**
   * Reads the commits of a gap by ascending sequence, including those that are held. Returns `undefined` when some of
   * them are no longer known; the connections that should have received them have then been closed. `held` are the
   * commits that wait for the gap. Never rejects.
   */
  readonly readMissing: (gap: Gap, held: readonly Item[]) => Promise<readonly ReadCommit<Item>[] | undefined>
}

/**
 * Delivers the commits of each chat in order. An early commit waits for the one before it, which is read from the
 * storage if it does not arrive. A commit that arrives twice is skipped. On a single node nothing ever waits, because
 * its commits arrive in order.
 */
export class ChatOrder<Item> {
  readonly #dependencies: ChatOrderDependencies<Item>
  /** Last delivered sequence, by chat. */
  readonly #last: RecentMap<number>
  readonly #held = new HeldCommits<Item>()
  readonly #reading = new Set<string>()
  #stopSweeping: (() => void) | undefined
  #isClosed = false

  constructor(dependencies: ChatOrderDependencies<Item>) {
    this.#dependencies = dependencies
    this.#last = new RecentMap(dependencies.chatCount)
  }

  /**
   * Delivers the commit immediately if it is next in order, together with the commits that waited for it. Otherwise
   * holds it.
   */
  add(commit: ChatCommit, licenseId: number, item: Item): void {
    const { chatId, sequence } = commit
    const last = this.#lastOf(chatId)
    if (sequence <= last) this.#dependencies.skip(item)
    else if (sequence === last + 1 || this.#isClosed || !this.#isMissing(commit, licenseId)) {
      this.#deliverUntil(chatId, sequence - 1)
      this.#deliverOne(chatId, sequence, item)
      this.#deliverFollowing(chatId)
    } else this.#hold(commit, licenseId, item)
  }

  /** Notes that the storage has this commit, so it should have arrived by now, or will soon. */
  expect({ licenseId, chatId, sequence, at }: LatestSequence): void {
    if (this.#isClosed || sequence <= this.#lastOf(chatId)) return
    if (at < (this.#missingSince(chatId, licenseId) ?? Number.POSITIVE_INFINITY)) return
    this.#held.expect(chatId, licenseId, sequence, this.#dependencies.clock.monotonic())
    this.#wakeUp()
  }

  /** Delivers all held commits regardless of gaps. From now on no commit waits. */
  close(): void {
    this.#isClosed = true
    for (const chatId of this.#held.chatIds()) this.#deliverUntil(chatId, Number.POSITIVE_INFINITY)
    this.#sleep()
  }

  #lastOf(chatId: string): number {
    return this.#last.get(chatId) ?? 0
  }

  /**
   * Returns the instant from which undelivered commits of the chat count as missing; `undefined` when none can be
   * missing.
   */
  #missingSince(chatId: string, licenseId: number): number | undefined {
    const since = this.#dependencies.listeningSince(licenseId)
    if (since === undefined) return undefined
    // Anything that follows a received commit is missing, even when the clock of its node is behind.
    return this.#last.get(chatId) === undefined ? since : since - skewMs
  }

  /** Returns whether this node should have received the commit before this one. */
  #isMissing({ chatId, previousAt }: ChatCommit, licenseId: number): boolean {
    const since = this.#missingSince(chatId, licenseId)
    return previousAt !== null && since !== undefined && previousAt >= since
  }

  #hold(commit: ChatCommit, licenseId: number, item: Item): void {
    const { clock } = this.#dependencies
    const isLongPast = commit.previousAt !== null && clock.now() - commit.previousAt > recentMs
    const since = isLongPast ? Number.NEGATIVE_INFINITY : clock.monotonic()
    this.#held.hold(commit.chatId, licenseId, { sequence: commit.sequence, item, since })
    this.#wakeUp()
  }

  #deliverOne(chatId: string, sequence: number, item: Item): void {
    this.#last.set(chatId, sequence)
    this.#dependencies.deliver(item)
  }

  #deliverFollowing(chatId: string): void {
    if (this.#held.isEmpty) return
    for (;;) {
      const last = this.#lastOf(chatId)
      const next = this.#held.takeUntil(chatId, last + 1)
      if (next === undefined) return
      if (next.sequence <= last) this.#dependencies.skip(next.item)
      else this.#deliverOne(chatId, next.sequence, next.item)
    }
  }

  /** Delivers all held commits up to `sequence`, regardless of what is missing before them. */
  #deliverUntil(chatId: string, sequence: number): void {
    if (this.#held.isEmpty) return
    for (;;) {
      const next = this.#held.takeUntil(chatId, sequence)
      if (next === undefined) return
      if (next.sequence <= this.#lastOf(chatId)) this.#dependencies.skip(next.item)
      else this.#deliverOne(chatId, next.sequence, next.item)
    }
  }

  #wakeUp(): void {
    this.#stopSweeping ??= this.#dependencies.clock.every(sweepMs, () => this.#sweep())
  }

  /**
   * First processes what has arrived meanwhile, because this node may have been frozen. Only then are overdue commits
   * read from the storage.
   */
  #sweep(): void {
    const until = this.#dependencies.clock.monotonic() - holdMs
    void nextTurn().then(() => {
      for (const { chatId, licenseId, sequence } of this.#held.dueUntil(until)) {
        if (sequence <= this.#lastOf(chatId)) this.#held.forgetUntil(chatId, sequence)
        else if (!this.#reading.has(chatId)) void this.#fill(chatId, licenseId, sequence)
      }
      if (this.#held.isEmpty) this.#sleep()
    })
  }

  async #fill(chatId: string, licenseId: number, until: number): Promise<void> {
    this.#reading.add(chatId)
    const since = this.#missingSince(chatId, licenseId) ?? this.#dependencies.clock.now()
    const gap = { licenseId, chatId, after: this.#last.get(chatId), until, since }
    const missing = await this.#dependencies.readMissing(gap, this.#held.itemsUntil(chatId, until))
    await this.#deliverRead(chatId, missing ?? [])
    this.#reading.delete(chatId)
    this.#deliverUntil(chatId, until)
    if (this.#lastOf(chatId) < until) this.#last.set(chatId, until)
    this.#held.forgetUntil(chatId, until)
    this.#deliverFollowing(chatId)
  }

  /**
   * Delivers commits that were read from the storage. A held commit of this node is preferred to its stored copy,
   * because it knows its request.
   */
  async #deliverRead(chatId: string, missing: readonly ReadCommit<Item>[]): Promise<void> {
    for (const [index, { sequence, item }] of missing.entries()) {
      if (index % turnCount === turnCount - 1) await nextTurn()
      if (this.#isClosed) return
      if (sequence <= this.#lastOf(chatId)) continue
      this.#deliverOne(chatId, sequence, this.#held.take(chatId, sequence) ?? item)
    }
  }

  #sleep(): void {
    this.#stopSweeping?.()
    this.#stopSweeping = undefined
  }
}
