import type { PushPlace } from '../../push/push-target.js'

/**
 * What a connection that catches up is not told twice: a commit that it was told of as missed may be on its way still, here
 * or from another node (decisions §16.9).
 */
export class Cut {
  /** By chat, up to where it was told; without those of which something later was pushed. */
  readonly #toldUntil: Map<string, number>

  constructor(toldUntil: ReadonlyMap<string, number>) {
    this.#toldUntil = new Map(toldUntil)
  }

  /** Whether a push of that place is news; of each chat they come in order. */
  passes(place: PushPlace | null): boolean {
    if (place === null) return true
    const toldUntil = this.#toldUntil.get(place.chatId)
    if (toldUntil === undefined) return true
    if (place.sequence <= toldUntil) return false
    this.#toldUntil.delete(place.chatId)
    return true
  }
}
