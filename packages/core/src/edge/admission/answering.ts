import { nextTurn } from '../../clock/next-turn.js'
import { networkOf } from '../../domain/addresses.js'
import { ParleyError } from '../../errors.js'
import type { Cancellation } from '../../ports/storage.js'
import type { ByteBudget } from '../http/byte-budget.js'

/** Shorter answers are not worth counting: their number is bounded otherwise. */
const minCountedBytes = 65_536

/** How long an answer is on the wire; a short one is not counted, so its characters will do. */
export function answerBytes(text: string): number {
  return text.length * maxBytesPerUnit < minCountedBytes ? text.length : Buffer.byteLength(text)
}

/** Of UTF-8, for a unit of UTF-16. */
const maxBytesPerUnit = 3

/** Whose request it is: of HTTP, or a connection. */
interface Client {
  readonly remoteAddress: string | null
}

/** The part of the budget for long answers that one request has, from before it is worked on until its answer is gone. */
export class Answering {
  readonly #budget: ByteBudget
  readonly #callerKey: string
  readonly #client: Client
  /** What is answered beside what is reserved for. */
  readonly #besideBytes: number
  #holders: readonly string[] = []
  #bytes = 0
  #isOver = false

  constructor(budget: ByteBudget, callerKey: string, client: Client, besideBytes = 0) {
    this.#budget = budget
    this.#callerKey = callerKey
    this.#client = client
    this.#besideBytes = besideBytes
  }

  /** Waits until so many bytes may be answered, and those beside; at most once a request. */
  async reserve(asked: number, cancellation: Cancellation): Promise<void> {
    const bytes = asked + this.#besideBytes
    if (bytes < minCountedBytes) return
    const { remoteAddress } = this.#client
    const holders = remoteAddress === null ? [this.#callerKey] : [this.#callerKey, networkOf(remoteAddress)]
    const waiting = this.#budget.acquire(bytes, holders, cancellation)
    if (waiting !== undefined) {
      await waiting
      // Where the storage answers at once, all who wait would follow one another in one turn.
      await nextTurn()
    }
    if (this.#isOver) {
      // The request was given up in the meantime.
      this.#budget.release(bytes, holders)
      throw new ParleyError('request_timeout')
    }
    this.#holders = holders
    this.#bytes = bytes
  }

  /** The same for what is beside, where it was not reserved with the rest. */
  async reserveBeside(cancellation: Cancellation): Promise<void> {
    if (this.#bytes === 0) await this.reserve(0, cancellation)
  }

  /** The answer is of so many bytes in the end; what else was reserved is free. What is to be called once it is gone. */
  settle(bytes: number): (() => void) | undefined {
    const kept = bytes < minCountedBytes ? 0 : Math.min(bytes, this.#bytes)
    const surplus = this.#bytes - kept
    this.#bytes = kept
    if (surplus > 0) this.#budget.release(surplus, this.#holders)
    return kept === 0 ? undefined : () => this.release()
  }

  /** The answer is gone, or will never be. */
  release(): void {
    this.#isOver = true
    const bytes = this.#bytes
    this.#bytes = 0
    if (bytes > 0) this.#budget.release(bytes, this.#holders)
  }
}
