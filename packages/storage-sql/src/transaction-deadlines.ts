import { Deadlines, StorageError, systemClock } from '@parley/core/ports'

/** `work` of a transaction does no I/O but its statements, so only a faulty one is still running after that time. */
export function transactionDeadlines(limitMs: number): Deadlines {
  const message = `the transaction did not end within ${limitMs} ms`
  return new Deadlines(systemClock, limitMs, () => new StorageError('unavailable', message))
}
