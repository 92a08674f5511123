import { StorageError } from '@parley/core/storage'
import { describeError, sqlState } from './postgres-errors.js'
import { type PostgresStorageOptions, parseAddress } from './postgres-options.js'

/** Returns an error that says why the database cannot be opened and how to fix it. The driver's error is its cause. */
export function toOpeningError(error: unknown, options: PostgresStorageOptions): unknown {
  if (error instanceof StorageError || error instanceof TypeError) return error
  const failure = describeError(error)
  if (failure.kind === 'rejected') return error
  const message = 'pool' in options ? ofPool(error) : ofAddress(error, options.connectionString)
  return new StorageError('unavailable', message ?? failure.message, { cause: error })
}

function ofAddress(cause: unknown, connectionString: string): string | undefined {
  const { server, database, user } = parseAddress(connectionString)
  const state = sqlState(cause)
  const parameter = refusedParameter(cause)
  if (parameter !== undefined) {
    const remedy = `remove it from connectionString, or name it in ignore_startup_parameters of the pooler`
    return `the pooler at ${server} does not accept the startup parameter ${parameter}: ${remedy}`
  }
  if (state === undefined) return `PostgreSQL cannot be reached at ${server}, the server of connectionString`
  if (isMissingDatabase(state)) {
    const remedy = `create it, as with createdb ${database}, or correct connectionString`
    return `the PostgreSQL server at ${server} has no database ${database}: ${remedy}`
  }
  return isRefusedLogin(state)
    ? `the PostgreSQL server at ${server} rejects the user ${user}: check user and password in connectionString`
    : undefined
}

/** Returns the message for a pool of the host. Its address is unknown here. */
function ofPool(cause: unknown): string | undefined {
  const isMissing = isMissingDatabase(sqlState(cause))
  return isMissing ? 'the database of the pool does not exist: create it, or correct the pool' : undefined
}

/** Returns the startup parameter that PgBouncer has rejected, or `undefined`. */
function refusedParameter(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  return /unsupported startup parameter(?: in options)?: ([^\s,]+)/.exec(cause.message)?.[1]
}

function isMissingDatabase(state: string | undefined): boolean {
  return state === '3D000'
}

function isRefusedLogin(state: string): boolean {
  return state.startsWith('28')
}
