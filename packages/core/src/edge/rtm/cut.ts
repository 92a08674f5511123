import type { ChatCommit } from '../../facts/fact-batch.js'

/**
 * What a connection that catches up is not told twice: a commit that it was told of as missed may be on its way still, here
 * or from another node (decisions §16.9).
 */
export class Cut {
  /** By chat, up to where it was told; without those of which something later was pushed. */
  readonly #sentUntil: Map<string, number>

  constructor(sentUntil: ReadonlyMap<string, number>) {
    this.#sentUntil = new Map(sentUntil)
  }

  /** Whether a push of that place is news; of each chat they come in order. */
  passes(place: ChatCommit | null): boolean {
    if (place === null) return true
    const sentUntil = this.#sentUntil.get(place.chatId)
    if (sentUntil === undefined) return true
    if (place.sequence <= sentUntil) return false
    this.#sentUntil.delete(place.chatId)
    return true
  }
}
