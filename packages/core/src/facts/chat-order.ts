import { RecentMap } from '../cache/recent-map.js'
import { nextTurn } from '../clock/next-turn.js'
import type { Clock } from '../ports/clock.js'
import type { TakenSequence } from '../ports/stores/facts.js'
import type { ChatPlace } from './fact-batch.js'
import { HeldCommits } from './held-commits.js'

/** How long an early commit waits for one that is still on the bus. Then the missing one is read from the storage. */
const holdMs = 250
const sweepMs = 50
/** A commit that is older than this is not on the bus any more: it was heard, or lost. */
const recentMs = 2_000
/** The clocks of two nodes may differ by so much. */
const skewMs = 10_000
/** So many commits that were read are told in one turn of the event loop. */
const turnCount = 16

/** Commits of one chat that this node has not heard of. */
export interface Gap {
  readonly licenseId: number
  readonly chatId: string
  /** The last sequence that was told; `undefined`: nothing was told of the chat yet. */
  readonly after: number | undefined
  /** The last sequence that is asked for. */
  readonly until: number
  /** What was committed before is not missing: this node did not listen yet. In Unix milliseconds. */
  readonly since: number
}

export interface ReadCommit<Item> {
  readonly sequence: number
  readonly item: Item
}

export interface ChatOrderDependencies<Item> {
  readonly clock: Clock
  /** Maximum number of chats whose last told sequence is kept in memory. */
  readonly chatCount: number
  /** Since when this node has listened to the license, in Unix milliseconds; `undefined`: it does not listen. */
  readonly heardSince: (licenseId: number) => number | undefined
  readonly tell: (item: Item) => void
  readonly passOver: (item: Item) => void
  /**
   * Reads the commits of a gap, by ascending sequence, also those that are held. `undefined`: some of them are not known
   * any more, and whoever should have been told of them has been sent away. `held`: what waits for them. Never rejects.
   */
  readonly readMissing: (gap: Gap, held: readonly Item[]) => Promise<readonly ReadCommit<Item>[] | undefined>
}

/**
 * Brings commits about each chat into their order. An early commit waits for the one before it, which is read from the
 * storage if it does not arrive; a commit that comes twice is passed over. On one node nothing ever waits, because its
 * commits arrive in their order.
 */
export class ChatOrder<Item> {
  readonly #dependencies: ChatOrderDependencies<Item>
  /** The last sequence that was told, by chat. */
  readonly #last: RecentMap<number>
  readonly #held = new HeldCommits<Item>()
  readonly #reading = new Set<string>()
  #stopSweeping: (() => void) | undefined
  #isClosed = false

  constructor(dependencies: ChatOrderDependencies<Item>) {
    this.#dependencies = dependencies
    this.#last = new RecentMap(dependencies.chatCount)
  }

  /** Tells it immediately if it is its turn, and what waited for it. */
  add(place: ChatPlace, licenseId: number, item: Item): void {
    const { chatId, sequence } = place
    const last = this.#lastOf(chatId)
    if (sequence <= last) this.#dependencies.passOver(item)
    else if (sequence === last + 1 || this.#isClosed || !this.#isMissing(place, licenseId)) {
      this.#tellUntil(chatId, sequence - 1)
      this.#tellOne(chatId, sequence, item)
      this.#tellFollowing(chatId)
    } else this.#hold(place, licenseId, item)
  }

  /** The storage has that commit: it should be told by now, or soon. */
  expect({ licenseId, chatId, sequence, at }: TakenSequence): void {
    if (this.#isClosed || sequence <= this.#lastOf(chatId)) return
    if (at < (this.#missingSince(chatId, licenseId) ?? Number.POSITIVE_INFINITY)) return
    this.#held.expect(chatId, licenseId, sequence, this.#dependencies.clock.monotonic())
    this.#wakeUp()
  }

  /** What waits is told as it is, and nothing waits from now on. */
  close(): void {
    this.#isClosed = true
    for (const chatId of this.#held.chatIds()) this.#tellUntil(chatId, Number.POSITIVE_INFINITY)
    this.#sleep()
  }

  #lastOf(chatId: string): number {
    return this.#last.get(chatId) ?? 0
  }

  /** Commits of the chat are missing if they are not told and not older; `undefined`: none is. */
  #missingSince(chatId: string, licenseId: number): number | undefined {
    const since = this.#dependencies.heardSince(licenseId)
    if (since === undefined) return undefined
    // What follows a commit that was heard is missing, also where the clock of its node is behind.
    return this.#last.get(chatId) === undefined ? since : since - skewMs
  }

  /** Whether this node should have heard of the one before it. */
  #isMissing({ chatId, previousAt }: ChatPlace, licenseId: number): boolean {
    const since = this.#missingSince(chatId, licenseId)
    return previousAt !== null && since !== undefined && previousAt >= since
  }

  #hold(place: ChatPlace, licenseId: number, item: Item): void {
    const { clock } = this.#dependencies
    const isLongPast = place.previousAt !== null && clock.now() - place.previousAt > recentMs
    const since = isLongPast ? Number.NEGATIVE_INFINITY : clock.monotonic()
    this.#held.hold(place.chatId, licenseId, { sequence: place.sequence, item, since })
    this.#wakeUp()
  }

  #tellOne(chatId: string, sequence: number, item: Item): void {
    this.#last.set(chatId, sequence)
    this.#dependencies.tell(item)
  }

  #tellFollowing(chatId: string): void {
    if (this.#held.isEmpty) return
    for (;;) {
      const last = this.#lastOf(chatId)
      const next = this.#held.takeUntil(chatId, last + 1)
      if (next === undefined) return
      if (next.sequence <= last) this.#dependencies.passOver(next.item)
      else this.#tellOne(chatId, next.sequence, next.item)
    }
  }

  /** What waits is told, whatever may be missing before it. */
  #tellUntil(chatId: string, sequence: number): void {
    if (this.#held.isEmpty) return
    for (;;) {
      const next = this.#held.takeUntil(chatId, sequence)
      if (next === undefined) return
      if (next.sequence <= this.#lastOf(chatId)) this.#dependencies.passOver(next.item)
      else this.#tellOne(chatId, next.sequence, next.item)
    }
  }

  #wakeUp(): void {
    this.#stopSweeping ??= this.#dependencies.clock.every(sweepMs, () => this.#sweep())
  }

  /** Gives up no commit before what has arrived meanwhile is heard: this node may have stood still. */
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
    await this.#tellRead(chatId, missing ?? [])
    this.#reading.delete(chatId)
    this.#tellUntil(chatId, until)
    if (this.#lastOf(chatId) < until) this.#last.set(chatId, until)
    this.#held.forgetUntil(chatId, until)
    this.#tellFollowing(chatId)
  }

  /** A commit of this node is told as such: it knows the request. */
  async #tellRead(chatId: string, missing: readonly ReadCommit<Item>[]): Promise<void> {
    for (const [index, { sequence, item }] of missing.entries()) {
      if (index % turnCount === turnCount - 1) await nextTurn()
      if (this.#isClosed) return
      if (sequence <= this.#lastOf(chatId)) continue
      this.#tellOne(chatId, sequence, this.#held.take(chatId, sequence) ?? item)
    }
  }

  #sleep(): void {
    this.#stopSweeping?.()
    this.#stopSweeping = undefined
  }
}
