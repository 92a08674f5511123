import type { License, Storage, StorageReads, StorageTransaction } from '@parley/core/storage'

/** The tools of one case: an open storage that contains one license. */
export interface StorageContext {
  readonly storage: Storage
  readonly read: StorageReads
  readonly license: License
  write<T>(work: (tx: StorageTransaction) => Promise<T>): Promise<T>
  /** Opens another storage on the same data. It is closed after the case. */
  another(): Promise<Storage>
}
