import { StorageError } from '@parley/core/ports'
import { type PostgresClient, type PostgresPool, timeoutMs } from './postgres-client.js'
import { isLostStatement, namedStatementsRefusal, sqlState } from './postgres-errors.js'
import { valueTypes } from './value-types.js'

const probe = { text: 'select $1::text as given', name: 'parley.probe', values: ['given'] }

/** Refuses a pooler that loses named statements: `StorageError` `unavailable` with the mend. */
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
 * In transaction mode the two share connections to the server: the other one is given the one that this one has used last, and
 * keeps it from it.
 */
async function probeBoth(one: PostgresClient, other: PostgresClient): Promise<void> {
  const call = { ...probe, types: valueTypes, query_timeout: timeoutMs }
  await one.query(call)
  await other.query({ text: 'begin', types: valueTypes, query_timeout: timeoutMs })
  await other.query(call)
  await one.query(call)
}

/** Whether somebody else answers for the server: then the process is not the one that the driver was told of. */
export async function isPooled(client: PostgresClient): Promise<boolean> {
  const text = 'select pg_backend_pid() as pid'
  const { rows } = await client.query({ text, types: valueTypes, query_timeout: timeoutMs })
  return client.processID !== undefined && client.processID !== null && rows[0]?.pid !== client.processID
}
