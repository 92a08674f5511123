import { StorageError } from '@parley/core/storage'
import { type PostgresClient, type PostgresPool, timeoutMs } from './postgres-client.js'
import { isLostStatement, namedStatementsRefusal, sqlState } from './postgres-errors.js'
import { valueTypes } from './value-types.js'

const probe = { text: 'select $1::text as given', name: 'parley.probe', values: ['given'] }

/** Throws `StorageError` `unavailable`, with a remedy, when a pooler loses named statements. */
export async function checkNamedStatements(pool: PostgresPool, poolSize: number): Promise<void> {
  if (poolSize < 2) return
  const one = await pool.connect()
  let isUsedUp = true
  try {
    isUsedUp = await isPooled(one)
    if (!isUsedUp) return
    const other = await pool.connect()
    try {
      await probeBoth(one, other)
    } finally {
      other.release(true)
    }
  } catch (cause) {
    if (isLostStatement(sqlState(cause)))
      throw new StorageError('unavailable', namedStatementsRefusal, { cause })
    throw cause
  } finally {
    one.release(isUsedUp)
  }
}

/**
 * Prepares and runs a named statement on two connections in turn. A pooler in transaction mode gives the second client
 * the server connection that the first one used last. The open transaction keeps it there, so the first client moves to
 * another one, on which its statement is missing.
 */
async function probeBoth(one: PostgresClient, other: PostgresClient): Promise<void> {
  const call = { ...probe, types: valueTypes, query_timeout: timeoutMs }
  await one.query(call)
  await other.query({ text: 'begin', types: valueTypes, query_timeout: timeoutMs })
  await other.query(call)
  await one.query(call)
}

/**
 * Returns whether a pooler stands before the server: then the process that responds is not the one that the driver
 * connected to.
 */
export async function isPooled(client: PostgresClient): Promise<boolean> {
  const text = 'select pg_backend_pid() as pid'
  const { rows } = await client.query({ text, types: valueTypes, query_timeout: timeoutMs })
  return client.processID !== undefined && client.processID !== null && rows[0]?.pid !== client.processID
}
