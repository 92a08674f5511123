import { type Cancellation, StorageError } from '@parley/core/storage'
import type { Run, Tables } from './tables.js'

/** A running transaction. It refuses statements after its end. */
export class Transaction {
  readonly #tables: Tables
  readonly #cancellation: Cancellation | undefined
  #hasEnded = false
  #failure: { readonly error: unknown } | undefined

  constructor(tables: Tables, cancellation: Cancellation | undefined) {
    this.#tables = tables
    this.#cancellation = cancellation
  }

  readonly run: Run = async (statement) => {
    if (this.#hasEnded) throw new TypeError('the transaction has ended')
    requireNotCancelled(this.#cancellation)
    try {
      return statement(this.#tables)
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }

  /**
   * Throws when a statement has failed, even if `work` caught the error, because a failed statement may be half done.
   */
  requireCommittable(): void {
    if (this.#failure !== undefined) throw this.#failure.error
    requireNotCancelled(this.#cancellation)
  }

  end(): void {
    this.#hasEnded = true
  }
}

export function requireNotCancelled(cancellation: Cancellation | undefined): void {
  if (cancellation?.aborted) throw new StorageError('cancelled', 'the work was cancelled')
}
