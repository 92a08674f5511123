import type { Clock } from '../ports/clock.js'
import { nextTurn } from './next-turn.js'

/** Maximum time that one piece of work keeps a turn of the event loop, in milliseconds. */
const turnMs = 8

/** Splits long work into turns of the event loop, so that other work gets a turn every 8 ms. */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonic'>
  #beganAt: number

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
    this.#beganAt = clock.monotonic()
  }

  /** Whether this turn has used up its time. For loops that should not await each step. */
  get isOver(): boolean {
    return this.#clock.monotonic() - this.#beganAt >= turnMs
  }

  /** Waits for the next turn if this one has used up its time. */
  async yieldIfDue(): Promise<void> {
    if (this.isOver) await this.yieldTurn()
  }

  /** Waits for the next turn. */
  async yieldTurn(): Promise<void> {
    await nextTurn()
    this.#beganAt = this.#clock.monotonic()
  }

  /** Runs steps until they end. Steps yield wherever the work can be interrupted. */
  async run<Result>(steps: Iterator<void, Result>): Promise<Result> {
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
      if (this.isOver) await this.yieldTurn()
    }
  }
}
