/** Tracks whether other buses are listening. Assumes that they are until this bus knows better. */
export class Peers {
  #arePresent = true
  #heardCount = 0
  /** Whether a message was skipped since the last interval began, because no other bus was listening. */
  #hasSkipped = false
  #hadSkipped = false

  /** Returns whether other buses are listening. Called for each message; the message is skipped when there are none. */
  arePresent(): boolean {
    if (!this.#arePresent) this.#hasSkipped = true
    return this.#arePresent
  }

  noteMessage(): void {
    this.#heardCount += 1
    this.#arePresent = true
  }

  set(arePresent: boolean): void {
    this.#arePresent = arePresent
  }

  /**
   * Begins a count. Returns a function that returns whether the count is still valid: it is not when another bus was
   * heard meanwhile.
   */
  startCount(): () => boolean {
    const heardCount = this.#heardCount
    return () => heardCount === this.#heardCount
  }

  /** Returns whether messages were skipped recently, which a newly started bus may have needed, and forgets them. */
  takeSkipped(): boolean {
    const skipped = this.#hasSkipped || this.#hadSkipped
    this.#hasSkipped = false
    this.#hadSkipped = false
    return skipped
  }

  /**
   * Called at intervals. Forgets messages that were skipped before the previous call, because a newly started bus
   * cannot have needed them.
   */
  forgetSkipped(): void {
    this.#hadSkipped = this.#hasSkipped
    this.#hasSkipped = false
  }
}
