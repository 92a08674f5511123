/** Whether other buses are there to hear, as far as this one knows. Until it does, they are. */
export class Others {
  #areThere = true
  #heardCount = 0
  /** Whether something was passed over lately, since nobody was there. */
  #hasPassedOver = false
  #hadPassedOver = false

  /** Asked for each message: where nobody is there it is passed over. */
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

  /** They are counted: answers whether that still holds, for who came meanwhile may not be among them. */
  beginCount(): () => boolean {
    const heardCount = this.#heardCount
    return () => heardCount === this.#heardCount
  }

  /** Whether something was passed over that a bus which has just come may have been meant to hear; answered once. */
  takePassedOver(): boolean {
    const passedOver = this.#hasPassedOver || this.#hadPassedOver
    this.#hasPassedOver = false
    this.#hadPassedOver = false
    return passedOver
  }

  /** Called from time to time: what was passed over the time before is none of those who come. */
  forgetPassedOver(): void {
    this.#hadPassedOver = this.#hasPassedOver
    this.#hasPassedOver = false
  }
}
