import type { AppendCommand, Cancellation, Storage, StorageTransaction } from '@parley/core/storage'
import { StorageError } from '@parley/core/storage'
import { memoryStorage } from '@parley/storage-memory'
import type { TestStorage } from './storages.js'

/**
 * Returns a storage in memory that, like a database, can be opened several times and keeps its data until it is
 * removed.
 */
export async function memoryDatabase(): Promise<TestStorage> {
  const memory = memoryStorage()
  await memory.open()
  return { open: () => new OpenedMemory(memory), remove: () => memory.close() }
}

class OpenedMemory implements Storage {
  readonly read: Storage['read']
  readonly #memory: Storage
  #isOpen = false

  constructor(memory: Storage) {
    this.#memory = memory
    this.read = memory.read
  }

  async open(): Promise<void> {
    this.#isOpen = true
  }

  async transaction<T>(
    work: (tx: StorageTransaction) => Promise<T>,
    cancellation?: Cancellation,
  ): Promise<T> {
    return this.#opened().transaction(work, cancellation)
  }

  async appendEvents(commands: readonly AppendCommand[], cancellation?: Cancellation) {
    return this.#opened().appendEvents(commands, cancellation)
  }

  async ping(): Promise<number | null> {
    return this.#opened().ping()
  }

  async close(): Promise<void> {
    this.#isOpen = false
  }

  #opened(): Storage {
    if (!this.#isOpen) throw new StorageError('closed', 'the storage is not open')
    return this.#memory
  }
}
