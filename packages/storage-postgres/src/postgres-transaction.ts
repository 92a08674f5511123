import {
  type Cancellation,
  type Deadlines,
  StorageError,
  type StorageTransaction,
} from '@parley/core/storage'
import type { Row, SqlExecutor, SqlStores, Statement } from '@parley/storage-sql'
import { Session, type Sessions } from './postgres-client.js'
import { isConflict } from './postgres-errors.js'

type Work<T> = (tx: StorageTransaction) => Promise<T>

/**
 * Runs one attempt of a transaction. Throws a conflict of a statement even if `work` turned it into another error, so
 * that it can be retried.
 */
export async function attemptTransaction<T>(
  sessions: Sessions,
  stores: SqlStores,
  deadlines: Deadlines,
  work: Work<T>,
  cancellation: Cancellation | undefined,
): Promise<T> {
  const session = await Session.connect(sessions)
  const executor = new TransactionExecutor(session, cancellation)
  let expiry: Cancellation | undefined
  try {
    await session.executeAll(sessions.begin)
    const result = await deadlines.run((given) => {
      expiry = given
      return work(stores.writes(executor))
    })
    executor.requireCommittable()
    const command = await session.execute('commit')
    // The server responds to the commit of a failed transaction with a rollback.
    if (command !== 'COMMIT') throw new TypeError(`the commit returned ${command}`)
    return result
  } catch (error) {
    if (expiry?.aborted) session.abandon()
    await rollBack(session)
    throw isConflict(executor.failure?.error) ? executor.failure?.error : error
  } finally {
    executor.end()
    session.release()
  }
}

/** Rolls back. On a broken connection that is not needed, because the server rolls back when a connection ends. */
async function rollBack(session: Session): Promise<void> {
  if (session.isBroken) return
  try {
    await session.execute('rollback')
  } catch {
    session.abandon()
  }
}

class TransactionExecutor implements SqlExecutor {
  readonly #session: Session
  readonly #cancellation: Cancellation | undefined
  #hasEnded = false
  /** Error of the first failed statement. It fails the transaction even if `work` caught it. */
  failure: { readonly error: unknown } | undefined

  constructor(session: Session, cancellation: Cancellation | undefined) {
    this.#session = session
    this.#cancellation = cancellation
  }

  all<Params>(statement: Statement<Params>, params: Params): Promise<readonly Row[]> {
    return this.#attempt(() => this.#session.all(statement, params))
  }

  run<Params>(statement: Statement<Params>, params: Params): Promise<number> {
    return this.#attempt(() => this.#session.run(statement, params))
  }

  requireCommittable(): void {
    if (this.failure !== undefined) throw this.failure.error
    this.#requireNotCancelled()
  }

  end(): void {
    this.#hasEnded = true
  }

  async #attempt<T>(call: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) throw new TypeError('the transaction has ended')
    this.#requireNotCancelled()
    try {
      return await call()
    } catch (error) {
      this.failure ??= { error }
      throw error
    }
  }

  #requireNotCancelled(): void {
    if (this.#cancellation?.aborted) throw new StorageError('cancelled', 'the transaction was cancelled')
  }
}
