import { ParleyError } from '../../errors.js'
import type { Cancellation } from '../../ports/storage.js'

interface Waiting {
  readonly bytes: number
  readonly holders: readonly string[]
  readonly cancellation: Cancellation
  readonly grant: () => void
}

/** No holder has more than this part of the whole. */
const holderShare = 1 / 8

/**
 * So many bytes may be in memory at once for one purpose; who needs more than are left waits in line. No holder (a
 * caller, an address) has more than an eighth, so nobody waits for one who does not give back. A holder that has
 * nothing may have what is larger than a share: it would wait for ever otherwise.
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
   * Resolves once the bytes are theirs; `undefined`: they are at once. Throws `request_timeout` for a request that was
   * given up, and never resolves for one that is given up meanwhile.
   */
  acquire(bytes: number, holders: readonly string[], cancellation: Cancellation): Promise<void> | undefined {
    if (cancellation.aborted) throw new ParleyError('request_timeout')
    const isSomebodyFirst = this.#waiting.some((other) => !other.cancellation.aborted && this.#isDue(other))
    if (!isSomebodyFirst && this.#hasRoom(bytes) && this.#isDue({ bytes, holders })) {
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

  /** First come, first served; but who waits for its own to come back keeps nobody else waiting. */
  #grant(): void {
    const left: Waiting[] = []
    let isFull = false
    for (const waiting of this.#waiting) {
      if (waiting.cancellation.aborted) continue
      const isDue: boolean = !isFull && this.#isDue(waiting)
      if (isDue && this.#hasRoom(waiting.bytes)) {
        this.#take(waiting.bytes, waiting.holders)
        waiting.grant()
      } else {
        isFull ||= isDue
        left.push(waiting)
      }
    }
    this.#waiting = left
  }

  #hasRoom(bytes: number): boolean {
    return this.#heldBytes === 0 || this.#heldBytes + bytes <= this.#totalBytes
  }

  /** Whether it waits for nothing but room. */
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
