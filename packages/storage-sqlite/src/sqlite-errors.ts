import { StorageError } from '@parley/core/storage'
import type { SqliteDriver } from './driver.js'

const unavailableCodes: ReadonlySet<string | undefined> = new Set([
  'BUSY',
  'LOCKED',
  'FULL',
  'IOERR',
  'CANTOPEN',
  'NOMEM',
  'READONLY',
  'PROTOCOL',
  'NOLFS',
])

/** Tells that SQLite cannot do now what it was asked to. The cause is the error of the driver. */
class UnavailableError extends StorageError {
  /** SQLite's primary result code, such as `BUSY`. */
  readonly resultCode: string | undefined

  constructor(message: string, resultCode: string | undefined, cause: unknown) {
    super('unavailable', message, { cause })
    this.resultCode = resultCode
  }
}

/**
 * Returns a `StorageError` when the storage port has a code for the error, by SQLite's result code. Returns any other
 * error unchanged.
 */
export function toStorageError(error: unknown, resultCode: string | undefined): unknown {
  return unavailableCodes.has(resultCode)
    ? new UnavailableError('the SQLite database is unavailable', resultCode, error)
    : error
}

/** Returns an error that names the file and why it cannot be opened. The error of the driver is its cause. */
export function toOpeningError(error: unknown, driver: SqliteDriver, filename: string): unknown {
  const cause = error instanceof StorageError ? error.cause : error
  const resultCode = driver.resultCode(cause)
  const unavailable = (message: string) => new UnavailableError(message, resultCode, cause)
  if (resultCode === 'NOTADB') return unavailable(`the file ${filename} is not a SQLite database`)
  if (resultCode === 'CORRUPT') return unavailable(`the SQLite database ${filename} is damaged`)
  return unavailableCodes.has(resultCode)
    ? unavailable(`the SQLite database ${filename} is unavailable`)
    : error
}

/** Returns whether another connection holds the lock that a statement needs. The same statement may succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof UnavailableError && error.resultCode === 'BUSY'
}

export function cancelledError(): StorageError {
  return new StorageError('cancelled', 'the work was cancelled')
}

export function closedError(): StorageError {
  return new StorageError('closed', 'the storage is not open')
}
