import { type Cancellation, type Deadlines, StorageError } from '@parley/core/storage'
import type { Row, SqlExecutor } from '../sql/executor.js'
import type { Statement } from '../sql/statement.js'
import type { SqlDriver } from './driver.js'
import { isConflict } from './failures.js'
import { Session } from './session.js'

type Work<T> = (db: SqlExecutor) => Promise<T>

/** Parts that the transactions of a storage share. */
export interface TransactionParts {
  readonly driver: SqlDriver
  readonly deadlines: Deadlines
}

/**
 * Runs one attempt of a transaction. Throws a conflict of a statement even if `work` turned it into another error, so
 * that it can be retried.
 */
export async function attemptTransaction<T>(
  { driver, deadlines }: TransactionParts,
  work: Work<T>,
  cancellation?: Cancellation,
): Promise<T> {
  const session = await Session.connect(driver)
  const executor = new TransactionExecutor(session, cancellation)
  let expiry: Cancellation | undefined
  try {
    await session.begin()
    const result = await deadlines.run((given) => {
      expiry = given
      return work(executor)
    })
    executor.requireCommittable()
    await session.commit()
    return result
  } catch (error) {
    if (expiry?.aborted) session.abandon()
    await session.rollBack()
    throw isConflict(driver, executor.failure?.error) ? executor.failure?.error : error
  } finally {
    executor.end()
    session.release()
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
