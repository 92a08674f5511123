import type { Deadlines } from '../../dispatch/deadlines.js'
import { getNetwork } from '../../domain/addresses.js'
import type { Cancellation } from '../../ports/storage.js'
import type { ByteBudget } from './byte-budget.js'

/** Bytes of each body that are not counted, because every connection reads one body at a time. */
const uncountedBytes = 16_384
const stepBytes = 32_768

/**
 * Share of the body budget that one body holds. It grows in steps as the body arrives. A body that holds a share has to
 * reach its next step, or its end, within the time limit of `paces`, even while it waits for other bodies. Otherwise
 * bodies that each hold a share could wait for each other forever.
 */
export class BodyBudget {
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

  /**
   * Reserves budget for `size` bytes in total. Returns `undefined` when the budget is available, and a promise when the
   * body has to wait. `onSlow` is called when the next step does not come in time.
   */
  reserve(
    size: number,
    cancellation: Cancellation,
    onSlow: (cause: unknown) => void,
  ): undefined | Promise<void> {
    const missing = size - uncountedBytes - this.#bytes
    if (missing <= 0) return undefined
    const bytes = Math.ceil(missing / stepBytes) * stepBytes
    if (this.#bytes > 0) this.#keepPace(onSlow)
    else if (this.#remoteAddress !== null) this.#holders = [getNetwork(this.#remoteAddress)]
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
      // The body was abandoned while it waited.
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
