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

export function closedError(): StorageError {
  return new StorageError('closed', 'the storage is not open')
}
