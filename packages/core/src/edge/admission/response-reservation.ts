import { nextTurn } from '../../clock/next-turn.js'
import { getNetwork } from '../../domain/addresses.js'
import { ParleyError } from '../../errors.js'
import type { Cancellation } from '../../ports/storage.js'
import type { ByteBudget } from '../http/byte-budget.js'

/** Minimum size of a response that counts toward the budget. The number of shorter ones is limited elsewhere. */
const minCountedBytes = 65_536

/**
 * Returns the size of a response in bytes. For a short response, which does not count toward the budget, it returns the
 * number of characters.
 */
export function responseBytes(text: string): number {
  return text.length * maxBytesPerUnit < minCountedBytes ? text.length : Buffer.byteLength(text)
}

/** Maximum number of UTF-8 bytes for one UTF-16 unit. */
const maxBytesPerUnit = 3

/** Sender of the request: an HTTP request or a connection. */
interface Client {
  readonly remoteAddress: string | null
}

/** Share of the budget for long responses that one request holds, from its start until its response is sent. */
export class ResponseReservation {
  readonly #budget: ByteBudget
  readonly #callerKey: string
  readonly #client: Client
  /** Bytes that are sent in addition to those that are reserved for. */
  readonly #extraBytes: number
  #holders: readonly string[] = []
  #bytes = 0
  #isOver = false

  constructor(budget: ByteBudget, callerKey: string, client: Client, extraBytes = 0) {
    this.#budget = budget
    this.#callerKey = callerKey
    this.#client = client
    this.#extraBytes = extraBytes
  }

  /** Waits until the budget allows the asked bytes and the additional ones. Call it at most once per request. */
  async reserve(asked: number, cancellation: Cancellation): Promise<void> {
    const bytes = asked + this.#extraBytes
    if (bytes < minCountedBytes) return
    const { remoteAddress } = this.#client
    const holders = remoteAddress === null ? [this.#callerKey] : [this.#callerKey, getNetwork(remoteAddress)]
    const waiting = this.#budget.acquire(bytes, holders, cancellation)
    if (waiting !== undefined) {
      await waiting
      // Waits for another turn, so that all requests that were waiting do not run in one turn when the storage responds
      // immediately.
      await nextTurn()
    }
    if (this.#isOver) {
      // The request was cancelled while it waited.
      this.#budget.release(bytes, holders)
      throw new ParleyError('request_timeout')
    }
    this.#holders = holders
    this.#bytes = bytes
  }

  /** Reserves the additional bytes, if `reserve` has not done so. */
  async reserveExtra(cancellation: Cancellation): Promise<void> {
    if (this.#bytes === 0) await this.reserve(0, cancellation)
  }

  /**
   * Sets the final size of the response, and releases the rest. Returns the function to call when the response is sent.
   */
  settle(bytes: number): (() => void) | undefined {
    const kept = bytes < minCountedBytes ? 0 : Math.min(bytes, this.#bytes)
    const surplus = this.#bytes - kept
    this.#bytes = kept
    if (surplus > 0) this.#budget.release(surplus, this.#holders)
    return kept === 0 ? undefined : () => this.release()
  }

  /** Releases everything, because the response was sent or never will be. */
  release(): void {
    this.#isOver = true
    const bytes = this.#bytes
    this.#bytes = 0
    if (bytes > 0) this.#budget.release(bytes, this.#holders)
  }
}
