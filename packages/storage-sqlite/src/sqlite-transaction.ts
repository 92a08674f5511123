import {
  type Cancellation,
  type Deadlines,
  StorageError,
  type StorageTransaction,
} from '@parley/core/storage'
import type { Row, SqlExecutor, SqlStores, Statement } from '@parley/storage-sql'
import type { SqliteConnection } from './sqlite-connection.js'

/** Runs `work` inside the savepoint that the caller has opened. */
export async function runWork<T>(
  connection: SqliteConnection,
  stores: SqlStores,
  deadlines: Deadlines,
  work: (tx: StorageTransaction) => Promise<T>,
  cancellation: Cancellation | undefined,
): Promise<T> {
  const executor = new TransactionExecutor(connection, cancellation)
  try {
    const result = await deadlines.run(() => work(stores.writes(executor)))
    executor.requireCommittable()
    return result
  } finally {
    executor.end()
  }
}

class TransactionExecutor implements SqlExecutor {
  readonly #connection: SqliteConnection
  readonly #cancellation: Cancellation | undefined
  #hasEnded = false
  #failure: { readonly error: unknown } | undefined

  constructor(connection: SqliteConnection, cancellation: Cancellation | undefined) {
    this.#connection = connection
    this.#cancellation = cancellation
  }

  all<Params>(statement: Statement<Params>, params: Params): readonly Row[] {
    return this.#attempt(() => this.#connection.all(statement, params))
  }

  run<Params>(statement: Statement<Params>, params: Params): number {
    return this.#attempt(() => this.#connection.run(statement, params))
  }

  /** Throws when a statement has failed, even if `work` caught the error. PostgreSQL behaves the same way. */
  requireCommittable(): void {
    if (this.#failure !== undefined) throw this.#failure.error
    this.#requireNotCancelled()
  }

  end(): void {
    this.#hasEnded = true
  }

  #attempt<T>(call: () => T): T {
    if (this.#hasEnded) throw new TypeError('the transaction has ended')
    this.#requireNotCancelled()
    try {
      return call()
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }

  #requireNotCancelled(): void {
    if (this.#cancellation?.aborted) throw new StorageError('cancelled', 'the transaction was cancelled')
  }
}
