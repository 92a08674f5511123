import { getNetwork } from '../../domain/addresses.js'
import { ParleyError } from '../../errors.js'

/** Largest share of the slots that one address may have. */
const addressShare = 1 / 4

/** Limits of a pool of slots. */
export interface SlotPoolOptions {
  readonly count: number
  /** Limit for each caller, when callers are known. */
  readonly perCaller?: number
}

/** A request that takes a slot. */
export interface SlotRequest {
  readonly callerKey?: string
  readonly remoteAddress: string | null
}

/**
 * Limits how many operations of one kind run at the same time on this node. Refuses further ones when all slots are
 * taken.
 */
export class SlotPool {
  readonly #count: number
  readonly #perCaller: number
  readonly #perAddress: number
  readonly #takenBy = new Map<string, number>()
  #takenCount = 0

  constructor({ count, perCaller = count }: SlotPoolOptions) {
    this.#count = count
    this.#perCaller = perCaller
    this.#perAddress = Math.max(1, Math.floor(count * addressShare))
  }

  get takenCount(): number {
    return this.#takenCount
  }

  /**
   * Takes a slot. Returns a function that releases it, and that may be called more than once. Throws
   * `too_many_requests` when no slot is free.
   */
  take({ callerKey, remoteAddress }: SlotRequest): () => void {
    const holders = new Map<string, number>()
    if (callerKey !== undefined) holders.set(`caller ${callerKey}`, this.#perCaller)
    if (remoteAddress !== null) holders.set(`address ${getNetwork(remoteAddress)}`, this.#perAddress)
    const isFull = this.#takenCount >= this.#count
    if (isFull || [...holders].some(([holder, most]) => this.#takenOf(holder) >= most)) {
      throw new ParleyError('too_many_requests', { detail: 'too many files are under way' })
    }
    this.#add(holders.keys(), 1)
    let isReleased = false
    return () => {
      if (!isReleased) this.#add(holders.keys(), -1)
      isReleased = true
    }
  }

  #takenOf(holder: string): number {
    return this.#takenBy.get(holder) ?? 0
  }

  #add(holders: Iterable<string>, count: 1 | -1): void {
    this.#takenCount += count
    for (const holder of holders) {
      const taken = this.#takenOf(holder) + count
      if (taken > 0) this.#takenBy.set(holder, taken)
      else this.#takenBy.delete(holder)
    }
  }
}
