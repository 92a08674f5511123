/**
 * The reason of a {@link StorageError}: the database does not respond, the work was cancelled, or the storage is
 * closed.
 */
export type StorageErrorCode = 'unavailable' | 'cancelled' | 'closed'

/**
 * An error of a storage, with one of the codes that the storage port defines. Thrown by implementations of the port.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageErrorCode

  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
