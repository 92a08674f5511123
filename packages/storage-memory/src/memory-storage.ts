import { ParleyConfigError, systemClock } from '@parley/core/ports'
import {
  type AppendCommand,
  type AppendResult,
  type Cancellation,
  Deadlines,
  type Storage,
  StorageError,
  type StorageTransaction,
} from '@parley/core/storage'
import { appendCommand } from './chat-events.js'
import { Journal } from './journal.js'
import { readStores, writeStores } from './stores.js'
import { createTables } from './tables.js'
import { requireNotCancelled, Transaction } from './transaction.js'

/** Maximum duration of a transaction, in milliseconds. Correct `work` does no I/O and takes far less. */
const transactionMs = 15_000

/**
 * Creates a storage in the memory of this process, for tests and trials. The data is lost with the process, nodes
 * cannot share it, and every list scans all rows of its kind.
 */
export function memoryStorage(): Storage {
  return new MemoryStorage()
}

/** Storage in memory. It runs everything one after the other, so no read sees uncommitted data. */
class MemoryStorage implements Storage {
  readonly read = readStores((statement) => this.#inTurn(() => statement(this.#tables)))
  readonly #journal = new Journal()
  #tables = createTables(this.#journal)
  #deadlines: Deadlines | undefined
  #isClosed = false
  #lastTurn: Promise<unknown> = Promise.resolve()

  async open(): Promise<void> {
    if (this.#deadlines !== undefined || this.#isClosed) {
      const message = 'The storage was opened before: create one storage for each engine'
      throw new ParleyConfigError('storage_reused', { option: 'storage', message })
    }
    const expired = () =>
      new StorageError('unavailable', `the transaction did not end within ${transactionMs} ms`)
    this.#deadlines = new Deadlines(systemClock, transactionMs, expired)
  }

  transaction<T>(work: (tx: StorageTransaction) => Promise<T>, cancellation?: Cancellation): Promise<T> {
    return this.#inTurn((deadlines) =>
      this.#atomically(async () => {
        requireNotCancelled(cancellation)
        const transaction = new Transaction(this.#tables, cancellation)
        try {
          const result = await deadlines.run(() => work(writeStores(transaction.run)))
          transaction.requireCommittable()
          return result
        } finally {
          transaction.end()
        }
      }),
    )
  }

  appendEvents(
    commands: readonly AppendCommand[],
    cancellation?: Cancellation,
  ): Promise<readonly AppendResult[]> {
    return this.#inTurn(() =>
      this.#atomically(async () => {
        requireNotCancelled(cancellation)
        return commands.map((command) => appendCommand(this.#tables, command))
      }),
    )
  }

  ping(): Promise<null> {
    return this.#inTurn(() => null)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#lastTurn
    this.#deadlines?.close()
    this.#tables = createTables(this.#journal)
  }

  async #inTurn<T>(work: (deadlines: Deadlines) => T | Promise<T>): Promise<T> {
    const deadlines = this.#deadlines
    if (deadlines === undefined || this.#isClosed) throw new StorageError('closed', 'the storage is not open')
    const turn = this.#lastTurn.then(() => work(deadlines))
    this.#lastTurn = turn.catch(() => undefined)
    return turn
  }

  async #atomically<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      this.#journal.commit()
      return result
    } catch (error) {
      this.#journal.rollBack()
      throw error
    }
  }
}
