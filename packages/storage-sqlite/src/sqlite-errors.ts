import { StorageError } from '@parley/core/storage'

const unavailableCodes = [
  'BUSY',
  'LOCKED',
  'FULL',
  'IOERR',
  'CANTOPEN',
  'NOMEM',
  'READONLY',
  'PROTOCOL',
  'NOLFS',
]

/** Returns a `StorageError` when the storage port has a code for the error. Returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  return hasCode(error, unavailableCodes)
    ? new StorageError('unavailable', 'the SQLite database is unavailable', { cause: error })
    : error
}

/** Returns an error that names the file and why it cannot be opened. SQLite's error is its cause. */
export function toOpeningError(error: unknown, filename: string): unknown {
  const cause = error instanceof StorageError ? error.cause : error
  const unavailable = (what: string) => new StorageError('unavailable', what, { cause })
  if (hasCode(cause, ['NOTADB'])) return unavailable(`the file ${filename} is not a SQLite database`)
  if (hasCode(cause, ['CORRUPT'])) return unavailable(`the SQLite database ${filename} is damaged`)
  return hasCode(cause, unavailableCodes)
    ? unavailable(`the SQLite database ${filename} is unavailable`)
    : error
}

function hasCode(error: unknown, names: readonly string[]): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return names.some((name) => code.startsWith(`SQLITE_${name}`))
}

/** Returns whether another connection holds the lock that a statement needs. The same statement may succeed later. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof StorageError)) return false
  const { cause } = error
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY')
}

export function cancelledError(): StorageError {
  return new StorageError('cancelled', 'the work was cancelled')
}

export function closedError(): StorageError {
  return new StorageError('closed', 'the storage is not open')
}
