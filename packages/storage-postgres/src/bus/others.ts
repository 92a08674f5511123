/** Tracks whether other buses are listening. Assumes that they are until this bus knows better. */
export class Others {
  #areThere = true
  #heardCount = 0
  /** Whether a message was skipped since the last interval began, because no other bus was listening. */
  #hasPassedOver = false
  #hadPassedOver = false

  /** Returns whether other buses are listening. Called for each message; the message is skipped when there are none. */
  areThere(): boolean {
    if (!this.#areThere) this.#hasPassedOver = true
    return this.#areThere
  }

  heard(): void {
    this.#heardCount += 1
    this.#areThere = true
  }

  set(areThere: boolean): void {
    this.#areThere = areThere
  }

  /**
   * Begins a count. Returns a function that returns whether the count is still valid: it is not when another bus was
   * heard meanwhile.
   */
  beginCount(): () => boolean {
    const heardCount = this.#heardCount
    return () => heardCount === this.#heardCount
  }

  /** Returns whether messages were skipped recently, which a newly started bus may have needed, and forgets them. */
  takePassedOver(): boolean {
    const passedOver = this.#hasPassedOver || this.#hadPassedOver
    this.#hasPassedOver = false
    this.#hadPassedOver = false
    return passedOver
  }

  /**
   * Called at intervals. Forgets messages that were skipped before the previous call, because a newly started bus
   * cannot have needed them.
   */
  forgetPassedOver(): void {
    this.#hadPassedOver = this.#hasPassedOver
    this.#hasPassedOver = false
  }
}
