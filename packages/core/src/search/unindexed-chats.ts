/** Maximum number of noted chats. */
const maxNotedCount = 100_000

/**
 * Notes the chats whose new events this node has committed and not yet indexed. Noting one is as cheap as adding to a
 * set.
 */
export class UnindexedChats {
  readonly #maxCount: number
  #ids = new Set<string>()
  #hasDropped = false

  constructor(maxCount = maxNotedCount) {
    this.#maxCount = maxCount
  }

  get count(): number {
    return this.#ids.size
  }

  note(chatId: string): void {
    if (this.#ids.size < this.#maxCount) this.#ids.add(chatId)
    else if (!this.#ids.has(chatId)) this.#hasDropped = true
  }

  /** Returns the noted chats in the order in which they were noted, and clears the notes. */
  takeAll(): readonly string[] {
    const noted = [...this.#ids]
    this.#ids = new Set()
    return noted
  }

  /** Returns whether chats were dropped since the previous call because the limit was reached. */
  takeDropped(): boolean {
    const hasDropped = this.#hasDropped
    this.#hasDropped = false
    return hasDropped
  }
}
