import { nextTurn } from '../clock/next-turn.js'

/** Maximum bytes times receivers delivered in one turn of the event loop, about 10 ms of work. */
const turnBytes = 8 * 1_048_576
/** Minimum cost of one delivery, in bytes: finding the receivers takes time even when there are none. */
const minDeliveryBytes = 65_536

/**
 * Runs the deliveries of a large change in order, spread over several turns of the event loop so that other work is not
 * blocked.
 */
export class DeliveryTurns {
  readonly #onIdle: () => void
  #waiting: (() => number)[] = []

  /** `onIdle` is called each time when the last waiting delivery has run. */
  constructor(onIdle: () => void) {
    this.#onIdle = onIdle
  }

  /** Each delivery returns the number of bytes it pushed, summed over all receivers. Deliveries must not throw. */
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
