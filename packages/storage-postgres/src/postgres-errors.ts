import { StorageError } from '@parley/core/storage'

/**
 * SQLSTATE classes and codes that are no fault of the request: connection (08), authorization (28), missing database
 * (3D), resources (53), operator intervention and timeouts (57), system error (58), lock timeout, read-only standby,
 * conflicts that outlived their retries, and named statements that a pooler has lost (26000, 42P05).
 */
const unavailableStates = [
  '08',
  '28',
  '3D',
  '53',
  '57',
  '58',
  '55P03',
  '25006',
  '25P03',
  '40001',
  '40P01',
  '26000',
  '42P05',
]
const conflictStates = ['40001', '40P01']

/** Returns the SQLSTATE of an error, or `undefined` when it does not come from the server. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Returns whether another transaction was in the way. The same work may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof StorageError)) return false
  const state = sqlState(error.cause)
  return state !== undefined && conflictStates.includes(state)
}

/** Returns whether the connection can be used again after this error of the driver. */
export function leavesConnectionIntact(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !state.startsWith('57P') && !state.startsWith('08')
}

/**
 * Returns a `StorageError` for an error of the driver that means that the database is unavailable. An error without a
 * SQLSTATE comes from the connection.
 */
export function toStorageError(error: unknown): unknown {
  if (error instanceof TypeError) return error
  const state = sqlState(error)
  const isUnavailable = state === undefined || unavailableStates.some((prefix) => state.startsWith(prefix))
  return isUnavailable ? new StorageError('unavailable', describe(state), { cause: error }) : error
}

export const namedStatementsRefusal =
  'a pooler in transaction mode is in front of PostgreSQL and does not keep named statements: set namedStatements: false, or use session mode'

function describe(state: string | undefined): string {
  return isLostStatement(state) ? namedStatementsRefusal : 'PostgreSQL is unavailable'
}

/**
 * Returns whether the server connection lacks a named statement (26000), or has one that another client prepared
 * (42P05).
 */
export function isLostStatement(state: string | undefined): boolean {
  return state === '26000' || state === '42P05'
}

export function closedError(): StorageError {
  return new StorageError('closed', 'the storage is not open')
}
