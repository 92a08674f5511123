import { ParleyError } from '../../errors.js'
import type { Cancellation } from '../../ports/storage.js'

interface Waiting {
  readonly bytes: number
  readonly holders: readonly string[]
  readonly cancellation: Cancellation
  readonly grant: () => void
}

/** Largest share of the budget that one holder may have. */
const holderShare = 1 / 8

/**
 * Limits how many bytes are in memory at the same time for one purpose. Requests that exceed the budget wait in a
 * queue. A holder (a caller or an address) may have at most an eighth, so that nobody waits for a single holder that
 * does not release its bytes. A holder that has nothing may exceed its share once, because a larger request would
 * otherwise wait forever.
 */
export class ByteBudget {
  readonly #totalBytes: number
  readonly #heldBy = new Map<string, number>()
  #heldBytes = 0
  #waiting: Waiting[] = []

  constructor(totalBytes: number) {
    this.#totalBytes = totalBytes
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /**
   * Reserves bytes. Returns `undefined` when they are available immediately, otherwise a promise that resolves when
   * they are. Throws `request_timeout` for a request that was already cancelled; the promise of a request that is
   * cancelled while it waits never resolves.
   */
  acquire(bytes: number, holders: readonly string[], cancellation: Cancellation): Promise<void> | undefined {
    if (cancellation.aborted) throw new ParleyError('request_timeout')
    const hasEarlier = this.#waiting.some((other) => !other.cancellation.aborted && this.#isDue(other))
    if (!hasEarlier && this.#fits(bytes) && this.#isDue({ bytes, holders })) {
      this.#take(bytes, holders)
      return undefined
    }
    return new Promise((grant) => this.#waiting.push({ bytes, holders, cancellation, grant }))
  }

  release(bytes: number, holders: readonly string[]): void {
    this.#heldBytes -= bytes
    for (const holder of holders) {
      const left = (this.#heldBy.get(holder) ?? 0) - bytes
      if (left > 0) this.#heldBy.set(holder, left)
      else this.#heldBy.delete(holder)
    }
    if (this.#waiting.length > 0) this.#grant()
  }

  /** Serves the queue in order, but skips requests that wait for their own holder to release bytes. */
  #grant(): void {
    const left: Waiting[] = []
    let isFull = false
    for (const waiting of this.#waiting) {
      if (waiting.cancellation.aborted) continue
      const isDue: boolean = !isFull && this.#isDue(waiting)
      if (isDue && this.#fits(waiting.bytes)) {
        this.#take(waiting.bytes, waiting.holders)
        waiting.grant()
      } else {
        isFull ||= isDue
        left.push(waiting)
      }
    }
    this.#waiting = left
  }

  #fits(bytes: number): boolean {
    return this.#heldBytes === 0 || this.#heldBytes + bytes <= this.#totalBytes
  }

  /** Returns whether the request waits only for the total budget, and not for its own holder. */
  #isDue({ bytes, holders }: Pick<Waiting, 'bytes' | 'holders'>): boolean {
    const share = this.#totalBytes * holderShare
    return holders.every((holder) => {
      const held = this.#heldBy.get(holder)
      return held === undefined || held + bytes <= share
    })
  }

  #take(bytes: number, holders: readonly string[]): void {
    this.#heldBytes += bytes
    for (const holder of holders) this.#heldBy.set(holder, (this.#heldBy.get(holder) ?? 0) + bytes)
  }
}
