export type StorageErrorCode = 'unavailable' | 'cancelled' | 'closed'

/** The failures that the storage port names; thrown by its implementations. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
