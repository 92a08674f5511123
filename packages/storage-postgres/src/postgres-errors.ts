import { StorageError } from '@parley/core/ports'

/**
 * SQLSTATE classes and codes that say nothing against the request: connection (08), authorization (28), missing
 * database (3D), resources (53), operator intervention and timeouts (57), system error (58), lock timeout,
 * read-only standby, and conflicts that outlived their retries.
 */
const unavailableStates = ['08', '28', '3D', '53', '57', '58', '55P03', '25006', '25P03', '40001', '40P01']
const conflictStates = ['40001', '40P01']

/** `undefined` for what does not come from the server. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Another transaction was in the way; the same work may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof StorageError)) return false
  const state = sqlState(error.cause)
  return state !== undefined && conflictStates.includes(state)
}

/** Whether the connection that the driver's error came from can be used again. */
export function leavesConnectionIntact(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !state.startsWith('57P') && !state.startsWith('08')
}

/** For what a driver call has thrown: without a SQLSTATE it was the connection. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof TypeError) return error
  const state = sqlState(error)
  const isUnavailable = state === undefined || unavailableStates.some((prefix) => state.startsWith(prefix))
  return isUnavailable
    ? new StorageError('unavailable', 'PostgreSQL is unavailable', { cause: error })
    : error
}

export function closedError(): StorageError {
  return new StorageError('closed', 'the storage is not open')
}
