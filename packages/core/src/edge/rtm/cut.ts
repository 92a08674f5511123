import type { ChatCommit } from '../../facts/fact-batch.js'

/**
 * Keeps a connection that catches up from receiving a push twice: a commit that the catch-up contained may still arrive
 * from this node or another one (decisions §16.9).
 */
export class Cut {
  /** Last sequence that the catch-up contained, by chat. A chat is removed when a later commit is pushed. */
  readonly #sentUntil: Map<string, number>

  constructor(sentUntil: ReadonlyMap<string, number>) {
    this.#sentUntil = new Map(sentUntil)
  }

  /** Returns whether a push of this commit is new to the connection. The commits of a chat arrive in order. */
  passes(place: ChatCommit | null): boolean {
    if (place === null) return true
    const sentUntil = this.#sentUntil.get(place.chatId)
    if (sentUntil === undefined) return true
    if (place.sequence <= sentUntil) return false
    this.#sentUntil.delete(place.chatId)
    return true
  }
}
