import { nextTurn } from '../clock/next-turn.js'

/** Maximum number of items that wait for one listener. */
const maxWaitingCount = 1_000
/** Maximum number of items passed to a synchronous listener in one turn of the event loop. */
const turnCount = 16

/** The callbacks of one queue. */
export interface ListenerCallbacks<Item> {
  /** Receives an item. A returned promise is awaited before the next item. */
  readonly onItem: (item: Item) => unknown
  readonly onError: (cause: unknown) => void
  /** Called with the number of items that were dropped because too many waited. */
  readonly onLagged: (droppedCount: number) => void
}

/**
 * The items that wait for one listener. They are delivered one after the other and in order, and never before `put` has
 * returned.
 */
export class ListenerQueue<Item> {
  readonly #listening: ListenerCallbacks<Item>
  readonly #waiting: Item[] = []
  #droppedCount = 0
  #running: Promise<void> | undefined
  #isEnded = false

  constructor(listening: ListenerCallbacks<Item>) {
    this.#listening = listening
  }

  put(item: Item): void {
    if (this.#isEnded) return
    if (this.#waiting.length < maxWaitingCount) this.#waiting.push(item)
    else this.#drop()
    this.#running ??= this.#run()
  }

  /** Resolves once no item waits and the listener has finished the last one. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Drops all waiting items. Nothing is delivered afterwards. */
  end(): void {
    this.#isEnded = true
    this.#waiting.length = 0
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn()
      for (const item of this.#waiting.splice(0, turnCount)) await this.#take(item)
    }
    this.#running = undefined
  }

  async #take(item: Item): Promise<void> {
    if (this.#isEnded) return
    try {
      await this.#listening.onItem(item)
    } catch (cause) {
      this.#listening.onError(cause)
    }
  }

  /**
   * Counts a dropped item. The lag is reported separately from the queue, so it is also reported for a listener that
   * hangs.
   */
  #drop(): void {
    this.#droppedCount += 1
    if (this.#droppedCount === 1) void nextTurn().then(() => this.#reportLag())
  }

  #reportLag(): void {
    if (this.#isEnded) return
    const count = this.#droppedCount
    this.#droppedCount = 0
    this.#listening.onLagged(count)
  }
}
