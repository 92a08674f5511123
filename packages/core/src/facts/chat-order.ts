import { RecentMap } from '../cache/recent-map.js'
import { nextTurn } from '../clock/next-turn.js'
import type { Clock } from '../ports/clock.js'
import type { ChatPlace } from './fact-batch.js'

/** For how long what comes early waits for what another node has committed before. */
const holdMs = 250
const sweepMs = 50
/** What was committed longer ago is on no way any more: it was heard, or lost. */
const recentMs = 2_000

interface Held<Item> {
  readonly place: ChatPlace
  readonly item: Item
  readonly since: number
}

/**
 * Brings commits about each chat into their order. What comes too late, and what comes twice, is passed over. On one node
 * nothing ever waits, for its commits arrive in their order.
 */
export class ChatOrder<Item> {
  readonly #clock: Clock
  readonly #tell: (item: Item, isBehindGap: boolean) => void
  readonly #passOver: (item: Item) => void
  /** The last sequence that was told, by chat. */
  readonly #last: RecentMap<number>
  readonly #held = new Map<string, Held<Item>[]>()
  #stopSweeping: (() => void) | undefined
  #isClosed = false

  /**
   * `chatCount`: of how many it is remembered what was told. `isBehindGap`: of what was told of the chat before and this
   * something is missing, which was lost.
   */
  constructor(dependencies: {
    readonly clock: Clock
    readonly chatCount: number
    readonly tell: (item: Item, isBehindGap: boolean) => void
    readonly passOver: (item: Item) => void
  }) {
    this.#clock = dependencies.clock
    this.#last = new RecentMap(dependencies.chatCount)
    this.#tell = dependencies.tell
    this.#passOver = dependencies.passOver
  }

  /** Tells it at once if it is its turn, and what waited for it. */
  add(place: ChatPlace, item: Item): void {
    const { chatId, sequence } = place
    const last = this.#last.get(chatId) ?? 0
    if (last > 0 && sequence <= last) this.#passOver(item)
    else if (sequence === last + 1) this.#tellAll(place, item)
    else if (this.#isClosed || this.#isLongPast(place)) this.#tellWithout(place, item)
    else this.#hold(place, item)
  }

  /** What waits is told as it is, and nothing waits from now on. */
  close(): void {
    this.#isClosed = true
    for (const chatId of [...this.#held.keys()]) this.#release(chatId, () => true)
    this.#sleep()
  }

  /** Whether the one before it cannot be on its way any more. */
  #isLongPast({ previousAt }: ChatPlace): boolean {
    return previousAt === null || this.#clock.now() - previousAt > recentMs
  }

  #tellAll(place: ChatPlace, item: Item): void {
    this.#tellNext(place, item)
    if (this.#held.size > 0) this.#tellFollowing(place.chatId)
  }

  /** The one before it will not come, nor will what those before that wait for. */
  #tellWithout(place: ChatPlace, item: Item): void {
    this.#release(place.chatId, (held) => held.place.sequence < place.sequence)
    this.#tellAll(place, item)
  }

  #tellFollowing(chatId: string): void {
    const held = this.#held.get(chatId)
    while (held?.[0] !== undefined) {
      const { place, item } = held[0]
      const last = this.#last.get(chatId) ?? 0
      if (place.sequence > last + 1) return
      held.shift()
      if (place.sequence <= last) {
        this.#passOver(item)
        continue
      }
      this.#tellNext(place, item)
    }
    this.#held.delete(chatId)
  }

  #tellNext({ chatId, sequence }: ChatPlace, item: Item): void {
    const last = this.#last.get(chatId)
    this.#last.set(chatId, sequence)
    this.#tell(item, last !== undefined && sequence > last + 1)
  }

  #hold(place: ChatPlace, item: Item): void {
    const held = this.#held.get(place.chatId) ?? []
    this.#held.set(place.chatId, held)
    const index = held.findIndex((other) => other.place.sequence > place.sequence)
    const entry = { place, item, since: this.#clock.monotonic() }
    if (index < 0) held.push(entry)
    else held.splice(index, 0, entry)
    this.#stopSweeping ??= this.#clock.every(sweepMs, () => this.#sweep())
  }

  /** Not before what has arrived meanwhile is heard: where this node stood still, that may be what is waited for. */
  #sweep(): void {
    const until = this.#clock.monotonic() - holdMs
    void nextTurn().then(() => {
      for (const chatId of [...this.#held.keys()]) this.#release(chatId, ({ since }) => since <= until)
      if (this.#held.size === 0) this.#sleep()
    })
  }

  /** Whoever is due waits no more, nor does who stands before them. */
  #release(chatId: string, isDue: (held: Held<Item>) => boolean): void {
    const held = this.#held.get(chatId)
    if (held === undefined) return
    const count = held.findLastIndex(isDue) + 1
    for (const { place, item } of held.splice(0, count)) {
      if (place.sequence <= (this.#last.get(chatId) ?? 0)) this.#passOver(item)
      else this.#tellNext(place, item)
    }
    this.#tellFollowing(chatId)
  }

  #sleep(): void {
    this.#stopSweeping?.()
    this.#stopSweeping = undefined
  }
}
