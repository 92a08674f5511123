import { StorageError } from '@parley/core/storage'
import type { SqlDriver } from './driver.js'

/** Returns the `StorageError` for an error of the driver, or the error itself when the port has no code for it. */
export function toStorageError(driver: SqlDriver, error: unknown): unknown {
  if (error instanceof StorageError || error instanceof TypeError) return error
  const { kind, message } = driver.describeError(error)
  return kind === 'rejected' ? error : new StorageError('unavailable', message, { cause: error })
}

/** Returns whether another transaction was in the way. The same work may succeed when it runs again. */
export function isConflict(driver: SqlDriver, error: unknown): boolean {
  return error instanceof StorageError && driver.describeError(error.cause).kind === 'conflict'
}

export function closedError(): StorageError {
  return new StorageError('closed', 'the storage is not open')
}
