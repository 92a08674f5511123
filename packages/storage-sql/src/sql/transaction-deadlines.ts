import { systemClock } from '@parley/core/ports'
import { Deadlines, StorageError } from '@parley/core/storage'

/**
 * Creates the deadlines of transactions. Correct `work` does nothing but run statements and takes far less than the
 * limit.
 */
export function transactionDeadlines(limitMs: number): Deadlines {
  const message = `the transaction did not end within ${limitMs} ms`
  return new Deadlines(systemClock, limitMs, () => new StorageError('unavailable', message))
}
