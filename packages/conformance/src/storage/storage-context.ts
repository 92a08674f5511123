import type { License, Storage, StorageReads, StorageTransaction } from '@parley/core/storage'

/** What a case has. */
export interface StorageContext {
  readonly storage: Storage
  readonly read: StorageReads
  readonly license: License
  write<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T>
  /** Opened; closed after the case. */
  another(): Promise<Storage>
}
