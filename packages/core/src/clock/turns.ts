import type { Clock } from '../ports/clock.js'
import { nextTurn } from './next-turn.js'

/** Longest time that one piece of work keeps a turn of the event loop, in milliseconds. */
const turnMs = 8

/** Divides long work into turns of the event loop, by time: whoever else waits is served every 8 ms. */
export class Turns {
  readonly #clock: Pick<Clock, 'monotonic'>
  #beganAt: number

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
    this.#beganAt = clock.monotonic()
  }

  /** Whether this turn has taken its time. Asked in loops that would rather not await each step. */
  get isOver(): boolean {
    return this.#clock.monotonic() - this.#beganAt >= turnMs
  }

  /** Gives up the turn where it has taken its time. */
  async leaveWhereDue(): Promise<void> {
    if (this.isOver) await this.leave()
  }

  async leave(): Promise<void> {
    await nextTurn()
    this.#beganAt = this.#clock.monotonic()
  }

  /** Runs steps to their end. They yield wherever the turn can be given up. */
  async run<Result>(steps: Iterator<void, Result>): Promise<Result> {
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
      if (this.isOver) await this.leave()
    }
  }
}
