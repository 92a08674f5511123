import { ParleyConfigError } from '@parley/core/ports'
import type {
  AppendCommand,
  AppendResult,
  Cancellation,
  Storage,
  StorageReads,
  StorageTransaction,
  Urgency,
} from '@parley/core/storage'
import { isOutdated, selectVersion } from '../migrations/migrate.js'
import { integer } from '../sql/columns.js'
import type { SqlDialect } from '../sql/dialect.js'
import type { Row, SqlExecutor } from '../sql/executor.js'
import type { Statement } from '../sql/statement.js'
import { transactionDeadlines } from '../sql/transaction-deadlines.js'
import { createSqlStores, type SqlStores } from '../sql-stores.js'
import { AppendQueue } from './append-queue.js'
import { appendsInTransaction } from './append-transaction.js'
import { retryConflicts } from './conflict-retry.js'
import type { SqlDriver } from './driver.js'
import { closedError } from './failures.js'
import { statementMs } from './limits.js'
import { migrateDatabase } from './migrate-database.js'
import { onSession } from './session.js'
import { attemptTransaction, type TransactionParts } from './transaction.js'
import { UrgencyGate } from './urgency-gate.js'

/** Runs one statement in a transaction of its own. */
export type RunStatement = <Params>(statement: Statement<Params>, params: Params) => Promise<readonly Row[]>

/** Appends events durably, and returns the results in the order of the commands. */
export type AppendEvents = (
  run: RunStatement,
  commands: readonly AppendCommand[],
) => Promise<readonly AppendResult[]>

/** Parts of a storage in one SQL database. */
export interface SqlStorageOptions {
  readonly dialect: SqlDialect
  /** Driver of this storage alone. */
  readonly driver: SqlDriver
  /**
   * Appends a batch of events in single statements, which is faster than the transaction of several statements that is
   * used by default.
   */
  readonly appendEvents?: AppendEvents
  /** Bus between nodes over the same database, if it can carry one. */
  readonly createBus?: NonNullable<Storage['createBus']>
}

const compiledStores = new WeakMap<SqlDialect, SqlStores>()

/** Compiles the statements of a dialect once, however many storages use it. */
function storesOf(dialect: SqlDialect): SqlStores {
  const known = compiledStores.get(dialect)
  if (known !== undefined) return known
  const stores = createSqlStores(dialect)
  compiledStores.set(dialect, stores)
  return stores
}

/** Creates a storage in a SQL database, shared by any number of nodes. It connects in `open()`. */
export function sqlStorage(options: SqlStorageOptions): Storage {
  const { createBus } = options
  const storage: Storage = new SqlStorage(options)
  return createBus === undefined ? storage : Object.assign(storage, { createBus })
}

interface Opened extends TransactionParts {
  readonly queue: AppendQueue
  readonly gate: UrgencyGate
}

class SqlStorage implements Storage {
  readonly read: StorageReads
  readonly #options: SqlStorageOptions
  readonly #stores: SqlStores
  readonly #running = new Set<Promise<unknown>>()
  #opened: Opened | undefined
  #closing: Promise<void> | undefined

  constructor(options: SqlStorageOptions) {
    this.#options = options
    this.#stores = storesOf(options.dialect)
    this.read = this.#stores.reads(this.#readExecutor())
  }

  async open(): Promise<void> {
    if (this.#opened !== undefined || this.#closing !== undefined) {
      const message = 'The storage was opened before: create one storage for each engine'
      throw new ParleyConfigError('storage_reused', { option: 'storage', message })
    }
    const { driver, dialect } = this.#options
    try {
      await driver.open()
      await migrateDatabase(driver, dialect)
    } catch (error) {
      await driver.close()
      throw error
    }
    const parts = { driver, deadlines: transactionDeadlines(statementMs) }
    this.#opened = { ...parts, queue: new AppendQueue(this.#appendsTo(parts)), gate: new UrgencyGate() }
  }

  transaction<T>(
    work: (tx: StorageTransaction) => Promise<T>,
    cancellation?: Cancellation,
    urgency: Urgency = 'urgent',
  ): Promise<T> {
    return this.#track(async (opened) => {
      const { driver, gate } = opened
      const attempt = (db: SqlExecutor) => work(this.#stores.writes(db))
      const run = () => retryConflicts(driver, () => attemptTransaction(opened, attempt, cancellation))
      if (urgency === 'urgent') return gate.runUrgent(run)
      await gate.waitForTurn()
      return run()
    })
  }

  appendEvents(
    commands: readonly AppendCommand[],
    cancellation?: Cancellation,
  ): Promise<readonly AppendResult[]> {
    return this.#track(({ queue, gate }) => gate.runUrgent(() => queue.add(commands, cancellation)))
  }

  async ping(): Promise<number> {
    const [row] = await this.#query(this.#options.driver.selectTime)
    if (row === undefined) throw new TypeError('the server returned no time')
    return integer(row, 'time')
  }

  async isOutdated(): Promise<boolean> {
    const [row] = await this.#query(selectVersion)
    return isOutdated(row)
  }

  close(): Promise<void> {
    this.#closing ??= this.#release()
    return this.#closing
  }

  async #release(): Promise<void> {
    const opened = this.#opened
    if (opened === undefined) return
    this.#opened = undefined
    opened.gate.end()
    await Promise.allSettled(this.#running)
    opened.deadlines.close()
    await opened.driver.close()
  }

  /** Returns what writes the batches of the append queue. */
  #appendsTo(parts: TransactionParts) {
    const { driver } = parts
    const { dialect, appendEvents } = this.#options
    if (appendEvents === undefined) {
      const append = appendsInTransaction(dialect, this.#stores)
      return (commands: readonly AppendCommand[]) =>
        retryConflicts(driver, () => attemptTransaction(parts, (db) => append(db, commands)))
    }
    // Retries each statement on its own, so that nothing a previous one has committed is repeated.
    const run: RunStatement = (statement, params) =>
      retryConflicts(driver, () => onSession(driver, (session) => session.all(statement, params)))
    return (commands: readonly AppendCommand[]) => appendEvents(run, commands)
  }

  #query(sql: string): Promise<readonly Row[]> {
    return this.#track(({ driver }) => onSession(driver, (session) => session.query(sql)))
  }

  /** Runs a call unless the storage is closed. Closing waits for it. */
  async #track<T>(run: (opened: Opened) => Promise<T>): Promise<T> {
    if (this.#opened === undefined) throw closedError()
    const running = run(this.#opened)
    this.#running.add(running)
    try {
      return await running
    } finally {
      this.#running.delete(running)
    }
  }

  #readExecutor(): SqlExecutor {
    return {
      all: (statement, params) =>
        this.#track(({ driver }) => onSession(driver, (session) => session.all(statement, params))),
      run: () => {
        throw new TypeError('writes need a transaction')
      },
    }
  }
}
