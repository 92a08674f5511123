import type { Clock } from '../ports/clock.js'

/** Whoever makes up for what was lost does so for everything: more often is of no use. */
const restMs = 1_000

/** Tells that something may have been lost: at once, and then once for all that is lost within a second. */
export class Resuming {
  readonly #clock: Clock
  #resumed: () => void = () => undefined
  #isResting = false
  #isWanted = false
  #stop: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  listen(resumed: () => void): void {
    this.#resumed = resumed
  }

  tell(): void {
    this.#isWanted = true
    if (!this.#isResting) this.#tellNow()
  }

  close(): void {
    this.#stop?.()
    this.#resumed = () => undefined
  }

  #tellNow(): void {
    this.#isWanted = false
    this.#isResting = true
    const stop = this.#clock.every(restMs, () => {
      stop()
      this.#isResting = false
      if (this.#isWanted) this.#tellNow()
    })
    this.#stop = stop
    this.#resumed()
  }
}
