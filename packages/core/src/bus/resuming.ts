import type { Clock } from '../ports/clock.js'

/**
 * Minimum time between two reports. Recovering covers everything that was lost before, so reporting more often is
 * useless.
 */
const pauseMs = 1_000

/** Reports that messages may have been lost: immediately, and then at most once a second. */
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

  report(): void {
    this.#isWanted = true
    if (!this.#isResting) this.#reportNow()
  }

  close(): void {
    this.#stop?.()
    this.#resumed = () => undefined
  }

  #reportNow(): void {
    this.#isWanted = false
    this.#isResting = true
    const stop = this.#clock.every(pauseMs, () => {
      stop()
      this.#isResting = false
      if (this.#isWanted) this.#reportNow()
    })
    this.#stop = stop
    this.#resumed()
  }
}
