import { type Cancellation, StorageError } from '@parley/core/ports'
import type { Run, Tables } from './tables.js'

/** What one transaction may still do. */
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

  /** A statement that failed may have done half of it: nothing is committed then, whatever `work` made of the error. */
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
