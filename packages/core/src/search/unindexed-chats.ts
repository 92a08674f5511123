/** Chats of this node's commits whose new events are not indexed yet. To note one costs a send no more than a set does. */
export class UnindexedChats {
  readonly #maxCount: number
  #ids = new Set<string>()
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

  /** In the order in which they were noted; they are noted no more. */
  takeAll(): readonly string[] {
    const noted = [...this.#ids]
    this.#ids = new Set()
    return noted
  }

  /** Whether some were not noted for want of room, since this was last asked. */
  takeDropped(): boolean {
    const hasDropped = this.#hasDropped
    this.#hasDropped = false
    return hasDropped
  }
}
