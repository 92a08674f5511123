import { StorageError } from '@parley/core'

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
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error
  const { code } = error
  const isUnavailable = unavailableCodes.some((name) => code.startsWith(`SQLITE_${name}`))
  return isUnavailable
    ? new StorageError('unavailable', 'the SQLite database is unavailable', { cause: error })
    : error
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
