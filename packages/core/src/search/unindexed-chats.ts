/** Chats of this node's commits whose new events are not indexed yet. To note one costs a send no more than a set does. */
export class UnindexedChats {
  readonly #ids = new Set<string>()
  readonly #maxCount: number
  #hasDropped = false

  constructor(maxCount: number) {
    this.#maxCount = maxCount
  }

  get count(): number {
    return this.#ids.size
  }

  note(chatId: string): void {
    if (this.#ids.size < this.#maxCount) this.#ids.add(chatId)
    else if (!this.#ids.has(chatId)) this.#hasDropped = true
  }

  /** Those that were noted first, which are noted no more. */
  take(count: number): readonly string[] {
    const taken: string[] = []
    for (const id of this.#ids) {
      if (taken.length === count) break
      taken.push(id)
      this.#ids.delete(id)
    }
    return taken
  }

  /** Whether some were not noted for want of room, since this was last asked. */
  takeDropped(): boolean {
    const hasDropped = this.#hasDropped
    this.#hasDropped = false
    return hasDropped
  }
}
