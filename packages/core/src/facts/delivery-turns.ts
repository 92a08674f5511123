import { nextTurn } from '../clock/next-turn.js'

/** Bytes times receivers that go out in one turn of the event loop: some 10 ms. */
const turnBytes = 8 * 1_048_576
/** To find out who hears of it costs as much as so many bytes, even where nobody does. */
const minDeliveryBytes = 65_536

/** Tells much that one change has caused, in its order, and no more of it in one turn than lets others be served. */
export class DeliveryTurns {
  readonly #onIdle: () => void
  #waiting: (() => number)[] = []

  /** `onIdle`: called each time when nothing waits any more. */
  constructor(onIdle: () => void) {
    this.#onIdle = onIdle
  }

  /** Each answers how many bytes that came to, of all receivers together, and does not throw. */
  run(deliveries: readonly (() => number)[]): void {
    const wasIdle = this.#waiting.length === 0
    this.#waiting.push(...deliveries)
    if (wasIdle) this.#drain(0)
  }

  #drain(from: number): void {
    let bytes = 0
    for (let next = from; next < this.#waiting.length; next += 1) {
      if (bytes >= turnBytes) {
        void nextTurn().then(() => this.#drain(next))
        return
      }
      bytes += Math.max(minDeliveryBytes, this.#waiting[next]?.() ?? 0)
    }
    this.#waiting = []
    this.#onIdle()
  }
}
