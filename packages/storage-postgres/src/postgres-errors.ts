import type { SqlFailure } from '@parley/storage-sql'

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

/** Returns what an error of the driver means. An error without a SQLSTATE comes from the connection. */
export function describeError(error: unknown): SqlFailure {
  const state = sqlState(error)
  const isConnectionIntact = state !== undefined && !state.startsWith('57P') && !state.startsWith('08')
  return { kind: kindOf(state), isConnectionIntact, message: describe(state) }
}

function kindOf(state: string | undefined): SqlFailure['kind'] {
  if (state === undefined) return 'unavailable'
  if (conflictStates.includes(state)) return 'conflict'
  return unavailableStates.some((prefix) => state.startsWith(prefix)) ? 'unavailable' : 'rejected'
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
