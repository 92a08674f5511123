import type { SqlFailure } from '@parley/storage-sql'

/** Numbers of errors of the server: a deadlock, a lock that was not free in time, and a row that has changed since. */
const conflicts = [1213, 1205, 1020]

/**
 * Numbers of errors that are no fault of the request: too many connections (1040, 1203, 1226), a refused login (1044,
 * 1045, 1698), a missing database (1049), a server that ends or kills the session (1053, 1317, 1927, 4031), a full disk
 * or table (1021, 1114), and a read-only server (1290, 1836).
 */
const unavailable = [1040, 1203, 1226, 1044, 1045, 1698, 1049, 1053, 1317, 1927, 4031, 1021, 1114, 1290, 1836]
const endsSession = [1053, 1927, 4031]

/** Returns the number of an error of the server, or `undefined` when it comes from the connection. */
export function errorNumber(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errno' in error) || !('sqlState' in error)) return undefined
  return typeof error.errno === 'number' ? error.errno : undefined
}

export function describeError(error: unknown): SqlFailure {
  const number = errorNumber(error)
  const isConnectionIntact = number !== undefined && !endsSession.includes(number)
  return { kind: kindOf(number), isConnectionIntact, message: 'MySQL is unavailable' }
}

function kindOf(number: number | undefined): SqlFailure['kind'] {
  if (number === undefined) return 'unavailable'
  if (conflicts.includes(number)) return 'conflict'
  return unavailable.includes(number) ? 'unavailable' : 'rejected'
}
