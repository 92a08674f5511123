import type { Deadlines } from '../../dispatch/deadlines.js'
import { networkOf } from '../../domain/addresses.js'
import type { Cancellation } from '../../ports/storage.js'
import type { ByteBudget } from './byte-budget.js'

/** So much of a body is not counted: each connection has one at a time. */
const uncountedBytes = 16_384
const stepBytes = 32_768

/**
 * The part of the budget for long bodies that one body has: what has arrived of it, in steps. Who holds room has to go on
 * to the next step, or to the end, within the time of `paces`, also where others are in the way: else bodies that
 * have a part could all wait for each other.
 */
export class BodyRoom {
  readonly #budget: ByteBudget
  readonly #paces: Deadlines
  readonly #remoteAddress: string | null
  #holders: readonly string[] = []
  #bytes = 0
  #isOver = false
  #onStep: (() => void) | undefined

  constructor(budget: ByteBudget, paces: Deadlines, remoteAddress: string | null) {
    this.#budget = budget
    this.#paces = paces
    this.#remoteAddress = remoteAddress
  }

  /** Room for so much in all; `undefined`: there is. `onSlow` is called once its pace is not kept. */
  reserve(
    size: number,
    cancellation: Cancellation,
    onSlow: (cause: unknown) => void,
  ): undefined | Promise<void> {
    const missing = size - uncountedBytes - this.#bytes
    if (missing <= 0) return undefined
    const bytes = Math.ceil(missing / stepBytes) * stepBytes
    if (this.#bytes > 0) this.#keepPace(onSlow)
    else if (this.#remoteAddress !== null) this.#holders = [networkOf(this.#remoteAddress)]
    const waiting = this.#budget.acquire(bytes, this.#holders, cancellation)
    if (waiting === undefined) {
      this.#take(bytes, onSlow)
      return undefined
    }
    return waiting.then(() => this.#take(bytes, onSlow))
  }

  release(): void {
    this.#isOver = true
    this.#onStep?.()
    if (this.#bytes > 0) this.#budget.release(this.#bytes, this.#holders)
  }

  #take(bytes: number, onSlow: (cause: unknown) => void): void {
    if (this.#isOver) {
      // The body was given up in the meantime.
      this.#budget.release(bytes, this.#holders)
      return
    }
    this.#bytes += bytes
    this.#keepPace(onSlow)
  }

  #keepPace(onSlow: (cause: unknown) => void): void {
    this.#onStep?.()
    this.#paces
      .run(
        () =>
          new Promise<void>((resolve) => {
            this.#onStep = resolve
          }),
      )
      .catch(onSlow)
  }
}
