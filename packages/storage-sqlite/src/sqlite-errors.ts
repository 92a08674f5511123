import { StorageError } from '@parley/core/ports'

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

/** What the storage port names becomes a `StorageError`; anything else is a fault and stays as it is. */
export function toStorageError(error: unknown): unknown {
  return hasCode(error, unavailableCodes)
    ? new StorageError('unavailable', 'the SQLite database is unavailable', { cause: error })
    : error
}

/** What keeps a database from being opened, by its file; SQLite's error is the cause. */
export function toOpeningError(error: unknown, filename: string): unknown {
  const cause = error instanceof StorageError ? error.cause : error
  const unavailable = (what: string) => new StorageError('unavailable', what, { cause })
  if (hasCode(cause, ['NOTADB'])) return unavailable(`the file ${filename} is no SQLite database`)
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

/** Another connection has the lock that a statement needs: the same one may succeed later. */
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
