import { resolve } from 'node:path'
import { ParleyConfigError } from '@parley/core/ports'
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
  isOutdated,
  type Row,
  type SqlExecutor,
  type Statement,
  selectVersion,
  transactionDeadlines,
} from '@parley/storage-sql'
import { appendCommands } from './append-commands.js'
import { Checkpointer, maxLogPages, maxPendingPages } from './checkpointer.js'
import { CommitQueue } from './commit-queue.js'
import type { SqliteDriver } from './driver.js'
import { retryWhileLocked } from './lock-wait.js'
import { LongReads } from './long-reads.js'
import { requireDriver } from './require-driver.js'
import { SqliteConnection } from './sqlite-connection.js'
import { sqliteDialect } from './sqlite-dialect.js'
import { closedError, isBusy, toOpeningError } from './sqlite-errors.js'
import { migrateDatabase } from './sqlite-migration.js'
import { runWork } from './sqlite-transaction.js'

/** Options of `sqliteStorage`. */
export interface SqliteStorageOptions {
  /** Path of the database file, which is created when it does not exist. `':memory:'` keeps everything in memory. */
  readonly filename: string
  /**
   * Library that opens the file. `better-sqlite3` has to be installed, and is compiled where there is no prebuilt
   * binary. `node:sqlite` is part of Node.js 22.16 and newer. Both use the same file format. Default: `better-sqlite3`.
   */
  readonly driver?: 'better-sqlite3' | 'node:sqlite'
  /**
   * When a commit counts as durable. `full`: it survives a power failure. `relaxed`: it survives a crash of the
   * process, but a power failure may lose the latest commits, never part of one. Default: `full`.
   */
  readonly durability?: 'full' | 'relaxed'
  /**
   * Time to wait for another process that is writing, in milliseconds, 0 to 60,000. 0 means not to wait. Reads and the
   * event loop continue meanwhile. Default: 5,000.
   */
  readonly busyTimeoutMs?: number
}

const stores = createSqlStores(sqliteDialect)

/**
 * Creates a storage in one SQLite file in WAL mode. Only one process at a time should write a
 * lot.
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  return new SqliteStorage(validated(options))
}

function validated(options: SqliteStorageOptions): Required<SqliteStorageOptions> {
  if (typeof options !== 'object' || options === null) {
    const message = "sqliteStorage needs options, such as { filename: 'parley.db' }"
    throw new ParleyConfigError('options_required', { message })
  }
  const { filename, driver = 'better-sqlite3', durability = 'full', busyTimeoutMs = 5_000 } = options
  if (typeof filename !== 'string' || filename === '') {
    throw invalidOption('filename', "must be a path, such as 'parley.db'")
  }
  if (driver !== 'better-sqlite3' && driver !== 'node:sqlite') {
    throw invalidOption('driver', 'must be "better-sqlite3" or "node:sqlite"')
  }
  if (durability !== 'full' && durability !== 'relaxed') {
    throw invalidOption('durability', 'must be "full" or "relaxed"')
  }
  if (!Number.isInteger(busyTimeoutMs) || busyTimeoutMs < 0 || busyTimeoutMs > 60_000) {
    throw invalidOption('busyTimeoutMs', 'must be an integer from 0 to 60,000')
  }
  return Object.freeze({ filename, driver, durability, busyTimeoutMs })
}

function invalidOption(name: string, requirement: string): ParleyConfigError {
  const message = `sqliteStorage: ${name} ${requirement}`
  return new ParleyConfigError('option_invalid', { option: `sqliteStorage.${name}`, message })
}

interface Connections {
  readonly writer: SqliteConnection
  /** Connection that sees only committed data. `undefined` in memory, where there is only one connection. */
  readonly reader: SqliteConnection | undefined
  /** Reads that would block the event loop. `undefined` in memory, where there is no second connection. */
  readonly longReads: LongReads | undefined
  /** `undefined` in memory, and with a SQLite that cannot count the pages that are left. */
  readonly checkpointer: Checkpointer | undefined
  readonly queue: CommitQueue
  readonly deadlines: Deadlines
}

class SqliteStorage implements Storage {
  readonly read: StorageReads
  readonly #options: Required<SqliteStorageOptions>
  #connections: Connections | undefined
  #opening: Promise<void> | undefined
  #closing: Promise<void> | undefined
  readonly #waitingReads = new Set<Promise<unknown>>()

  constructor(options: Required<SqliteStorageOptions>) {
    this.#options = options
    this.read = stores.reads(this.#readExecutor())
  }

  async open(): Promise<void> {
    if (this.#opening !== undefined || this.#closing !== undefined) {
      const message = 'The storage was opened before: create one storage for each engine'
      throw new ParleyConfigError('storage_reused', { option: 'storage', message })
    }
    this.#opening = this.#open()
    try {
      await this.#opening
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  async transaction<T>(
    work: (tx: StorageTransaction) => Promise<T>,
    cancellation?: Cancellation,
    urgency: Urgency = 'urgent',
  ): Promise<T> {
    const { queue, writer, deadlines } = this.#require()
    return queue.addTransaction(
      () => runWork(writer, stores, deadlines, work, cancellation),
      cancellation,
      urgency,
    )
  }

  async appendEvents(
    commands: readonly AppendCommand[],
    cancellation?: Cancellation,
  ): Promise<readonly AppendResult[]> {
    const { queue, writer } = this.#require()
    return await queue.addAppend(() => appendCommands(writer, commands), cancellation)
  }

  async ping(): Promise<null> {
    const { reader, writer } = this.#require()
    const connection = reader ?? writer
    connection.query('select 1')
    return null
  }

  async isOutdated(): Promise<boolean> {
    const { reader, writer } = this.#require()
    const [row] = (reader ?? writer).query(selectVersion)
    return isOutdated(row)
  }

  close(): Promise<void> {
    this.#closing ??= this.#release()
    return this.#closing
  }

  async #open(): Promise<void> {
    const driver = await requireDriver(this.#options.driver)
    await retryWhileLocked(() => this.#connect(driver), this.#options.busyTimeoutMs)
  }

  #connect(driver: SqliteDriver): void {
    if (this.#closing !== undefined) throw closedError()
    const { filename, durability } = this.#options
    const writer = new SqliteConnection(driver, filename, { isReadonly: false })
    try {
      configure(writer, durability)
      migrateDatabase(writer)
      this.#connections = filename === ':memory:' ? inMemory(writer) : inFile(driver, writer, this.#options)
    } catch (error) {
      writer.close()
      throw toOpeningError(error, driver, filename)
    }
  }

  async #release(): Promise<void> {
    const connections = this.#connections
    if (connections === undefined) return
    this.#connections = undefined
    await Promise.allSettled([connections.queue.idle(), ...this.#waitingReads])
    await Promise.all([connections.checkpointer?.close(), connections.longReads?.close()])
    connections.deadlines.close()
    connections.reader?.close()
    connections.writer.close()
  }

  /**
   * Reads from the reader's connection. It meets a lock only while another process recovers the database after a crash,
   * and then waits for it.
   */
  #readFrom<Params>(
    reader: SqliteConnection,
    statement: Statement<Params>,
    params: Params,
  ): readonly Row[] | Promise<readonly Row[]> {
    try {
      return reader.all(statement, params)
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    const waiting = retryWhileLocked(() => reader.all(statement, params), this.#options.busyTimeoutMs)
    this.#waitingReads.add(waiting)
    return waiting.finally(() => this.#waitingReads.delete(waiting))
  }

  #require(): Connections {
    if (this.#connections === undefined) throw closedError()
    return this.#connections
  }

  #readExecutor(): SqlExecutor {
    return {
      all: (statement, params, turn) => {
        const { reader, longReads, writer, queue } = this.#require()
        if (statement.mayTakeLong && longReads !== undefined) return longReads.all(statement, params, turn)
        if (reader !== undefined) return this.#readFrom(reader, statement, params)
        if (!queue.isGroupOpen) return writer.all(statement, params)
        return queue.betweenGroups().then(() => writer.all(statement, params))
      },
      run: () => {
        throw new TypeError('writes need a transaction')
      },
    }
  }
}

/** Maximum duration of a transaction, in milliseconds. Correct `work` never waits for anything outside the storage. */
const transactionMs = 15_000
/**
 * Cache size of the writer, in KiB: the pages of the chats that are being written. A larger cache makes look-ups
 * slower.
 */
const writerCacheKib = 8_192
/** Cache size of the reader, in KiB. Other pages are usually in the cache of the operating system. */
const readerCacheKib = 2_048

function inMemory(writer: SqliteConnection): Connections {
  const queue = new CommitQueue(writer, { busyTimeoutMs: 0 })
  return {
    writer,
    reader: undefined,
    longReads: undefined,
    checkpointer: undefined,
    queue,
    deadlines: transactionDeadlines(transactionMs),
  }
}

function inFile(
  driver: SqliteDriver,
  writer: SqliteConnection,
  { filename, driver: driverName, busyTimeoutMs }: Required<SqliteStorageOptions>,
): Connections {
  const reader = openReader(driver, filename)
  // The threads open the file later, when the host may have changed its working directory.
  const threadData = { driver: driverName, filename: resolve(filename), busyTimeoutMs }
  const checkpointer = writer.countsPendingPages ? new Checkpointer(writer, threadData) : undefined
  const longReads = new LongReads(threadData)
  const queue = new CommitQueue(writer, { busyTimeoutMs, afterCommit: () => checkpointer?.afterCommit() })
  return { writer, reader, longReads, checkpointer, queue, deadlines: transactionDeadlines(transactionMs) }
}

function openReader(driver: SqliteDriver, filename: string): SqliteConnection {
  const reader = new SqliteConnection(driver, filename, { isReadonly: true })
  try {
    reader.pragma(`cache_size = -${readerCacheKib}`)
    return reader
  } catch (error) {
    reader.close()
    throw error
  }
}

function configure(connection: SqliteConnection, durability: 'full' | 'relaxed'): void {
  connection.pragma('journal_mode = wal')
  connection.pragma(`synchronous = ${durability === 'full' ? 'full' : 'normal'}`)
  connection.pragma('foreign_keys = on')
  connection.pragma(`cache_size = -${writerCacheKib}`)
  // Savepoints keep the pages that they may have to restore. In a temporary file these would cost more than the writes.
  connection.pragma('temp_store = memory')
  // Without a checkpointer, SQLite has to checkpoint during a commit when the thread otherwise would.
  connection.pragma(`wal_autocheckpoint = ${connection.countsPendingPages ? maxLogPages : maxPendingPages}`)
  // Lets the log file shrink again after a burst.
  connection.pragma('journal_size_limit = 67108864')
}
