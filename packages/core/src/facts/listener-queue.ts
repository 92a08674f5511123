import { nextTurn } from '../clock/next-turn.js'

/** What waits for one listener at most. */
const maxWaitingCount = 1_000
/** So many in a row, where the listener waits for nothing itself. */
const turnCount = 16

export interface Listening<Item> {
  /** Waited for: the next one comes when it is done. */
  readonly take: (item: Item) => unknown
  readonly failed: (cause: unknown) => void
  /** So many were dropped, because too many waited. */
  readonly lagged: (droppedCount: number) => void
}

/** What one listener has still to hear: in its order, one after the other, and never before `put` has returned. */
export class ListenerQueue<Item> {
  readonly #listening: Listening<Item>
  readonly #waiting: Item[] = []
  #droppedCount = 0
  #isRunning = false
  #isEnded = false

  constructor(listening: Listening<Item>) {
    this.#listening = listening
  }

  put(item: Item): void {
    if (this.#isEnded) return
    if (this.#waiting.length < maxWaitingCount) this.#waiting.push(item)
    else this.#drop()
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#run()
  }

  /** It hears nothing more. */
  end(): void {
    this.#isEnded = true
    this.#waiting.length = 0
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await nextTurn()
      for (const item of this.#waiting.splice(0, turnCount)) await this.#take(item)
    }
    this.#isRunning = false
  }

  async #take(item: Item): Promise<void> {
    if (this.#isEnded) return
    try {
      await this.#listening.take(item)
    } catch (cause) {
      this.#listening.failed(cause)
    }
  }

  /** Told by itself: of a listener that never comes back, too. */
  #drop(): void {
    this.#droppedCount += 1
    if (this.#droppedCount === 1) void nextTurn().then(() => this.#tellLag())
  }

  #tellLag(): void {
    if (this.#isEnded) return
    const count = this.#droppedCount
    this.#droppedCount = 0
    this.#listening.lagged(count)
  }
}
