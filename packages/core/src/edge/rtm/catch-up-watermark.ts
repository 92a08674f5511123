import type { ChatCommit } from '../../facts/fact-batch.js'

/**
 * Keeps a connection that catches up from receiving a push twice: a commit that the catch-up contained may still arrive
 * from this node or another one (decisions §16.9).
 */
export class CatchUpWatermark {
  /** Last sequence that the catch-up contained, by chat. A chat is removed when a later commit is pushed. */
  readonly #sentUntil: Map<string, number>

  constructor(sentUntil: ReadonlyMap<string, number>) {
    this.#sentUntil = new Map(sentUntil)
  }

  /** Returns whether a push of this commit is new to the connection. The commits of a chat arrive in order. */
  passes(commit: ChatCommit | null): boolean {
    if (commit === null) return true
    const sentUntil = this.#sentUntil.get(commit.chatId)
    if (sentUntil === undefined) return true
    if (commit.sequence <= sentUntil) return false
    this.#sentUntil.delete(commit.chatId)
    return true
  }
}
