import { type Bus, linkedBus, ParleyConfigError, systemClock } from '@parley/core/ports'
import type {
  AppendCommand,
  AppendResult,
  Cancellation,
  Deadlines,
  Storage,
  StorageReads,
  StorageTransaction,
  Urgency,
} from '@parley/core/storage'
import {
  createSqlStores,
  integer,
  isOutdated,
  type SqlExecutor,
  selectVersion,
  transactionDeadlines,
} from '@parley/storage-sql'
import { appendCommands, type RunBatch } from './append-batch.js'
import { AppendQueue } from './append-queue.js'
import { connectNotify } from './bus/notify-link.js'
import { retryConflicts } from './conflict-retry.js'
import { checkDatabase } from './database-check.js'
import { toOpeningError } from './opening-errors.js'
import { checkNamedStatements } from './pooler-check.js'
import { onSession, timeoutMs } from './postgres-client.js'
import { postgresDialect } from './postgres-dialect.js'
import { closedError } from './postgres-errors.js'
import { migrateDatabase } from './postgres-migration.js'
import {
  type OpenPool,
  openBusPool,
  openPool,
  type PostgresStorageOptions,
  requireBusConnection,
  validatePostgresOptions,
  waitingBytes,
} from './postgres-options.js'
import { attemptTransaction } from './postgres-transaction.js'
import { UrgencyGate } from './urgency-gate.js'

const stores = createSqlStores(postgresDialect)

const selectTime = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as time'

/** Creates a storage in PostgreSQL 15 or newer, shared by any number of nodes. It connects in `open()`. */
export function postgresStorage(options: PostgresStorageOptions): Storage {
  validatePostgresOptions(options)
  return new PostgresStorage(Object.freeze({ ...options }))
}

interface Connected {
  readonly opened: OpenPool
  readonly queue: AppendQueue
  readonly deadlines: Deadlines
  readonly gate: UrgencyGate
}

class PostgresStorage implements Storage {
  readonly read: StorageReads
  readonly #options: PostgresStorageOptions
  readonly #running = new Set<Promise<unknown>>()
  #connected: Connected | undefined
  #closing: Promise<void> | undefined
  #hasBus = false

  constructor(options: PostgresStorageOptions) {
    this.#options = options
    this.read = stores.reads(this.#readExecutor())
  }

  async open(): Promise<void> {
    if (this.#connected !== undefined || this.#closing !== undefined) {
      const message = 'The storage was opened before: create one storage for each engine'
      throw new ParleyConfigError('storage_reused', { option: 'storage', message })
    }
    const opened = openPool(this.#options, this.#hasBus)
    try {
      await onSession(opened, checkDatabase)
      if (opened.namedStatements) await checkNamedStatements(opened.pool, opened.maxCount)
      await onSession(opened, migrateDatabase)
    } catch (error) {
      await opened.end()
      throw toOpeningError(error, this.#options)
    }
    // Retries each statement on its own, so that nothing a previous one has committed is repeated.
    const run: RunBatch = (statement, params) =>
      retryConflicts(() => onSession(opened, (session) => session.all(statement, params)))
    this.#connected = {
      opened,
      queue: new AppendQueue((commands) => appendCommands(run, commands)),
      deadlines: transactionDeadlines(timeoutMs),
      gate: new UrgencyGate(),
    }
  }

  transaction<T>(
    work: (tx: StorageTransaction) => Promise<T>,
    cancellation?: Cancellation,
    urgency: Urgency = 'urgent',
  ): Promise<T> {
    return this.#track(async ({ opened, deadlines, gate }) => {
      const run = () =>
        retryConflicts(() => attemptTransaction(opened, stores, deadlines, work, cancellation))
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

  createBus<Message>(onError: (cause: unknown) => void): Bus<Message> {
    requireBusConnection(this.#options)
    this.#hasBus = true
    const connect = connectNotify(() => openBusPool(this.#options))
    return linkedBus<Message>({ connect, clock: systemClock, onError, waitingBytes })
  }

  async ping(): Promise<number> {
    const rows = await this.#track(({ opened }) => onSession(opened, (session) => session.query(selectTime)))
    const [row] = rows
    if (row === undefined) throw new TypeError('the server returned no time')
    return integer(row, 'time')
  }

  async isOutdated(): Promise<boolean> {
    const rows = await this.#track(({ opened }) =>
      onSession(opened, (session) => session.query(selectVersion)),
    )
    return isOutdated(rows[0])
  }

  close(): Promise<void> {
    this.#closing ??= this.#release()
    return this.#closing
  }

  async #release(): Promise<void> {
    const connected = this.#connected
    if (connected === undefined) return
    this.#connected = undefined
    connected.gate.end()
    await Promise.allSettled(this.#running)
    connected.deadlines.close()
    await connected.opened.end()
  }

  /** Runs a call unless the storage is closed. Closing waits for it. */
  async #track<T>(run: (connected: Connected) => Promise<T>): Promise<T> {
    if (this.#connected === undefined) throw closedError()
    const running = run(this.#connected)
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
        this.#track(({ opened }) => onSession(opened, (session) => session.all(statement, params))),
      run: () => {
        throw new TypeError('writes need a transaction')
      },
    }
  }
}
