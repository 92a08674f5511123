import { hourMs } from '../options/values.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'

/** Expired rows of one table, which would stay forever without housekeeping. */
export interface Chore {
  readonly table: string
  /** Time that a row stays after its stored time, in milliseconds. */
  readonly memoryMs: number
  /** Returns the number of due rows, counted up to `max`. */
  countDue(read: StorageReads, until: number, max: number): Promise<number>
  /** Deletes at most `limit` due rows and returns their number. Fewer than `limit` means that none is left. */
  deleteChunk(tx: StorageTransaction, until: number, limit: number): Promise<number>
}

/** Time that counted attempts stay, in milliseconds. Longer than every window in which attempts are counted. */
const attemptMemoryMs = 25 * hourMs

/** Returns the chores for all tables whose rows expire. */
export function expiryChores({
  timeouts,
  catchUp,
}: Pick<Settings, 'timeouts' | 'catchUp'>): readonly Chore[] {
  return [
    {
      table: 'idempotencyRecords',
      memoryMs: timeouts.idempotencyMs,
      countDue: (read, until, max) => read.idempotencyRecords.countUntil(until, max),
      deleteChunk: (tx, until, limit) => tx.idempotencyRecords.deleteUntil(until, limit),
    },
    {
      table: 'tokens',
      memoryMs: 0,
      countDue: (read, until, max) => read.tokens.countExpired(until, max),
      deleteChunk: (tx, until, limit) => tx.tokens.deleteExpired(until, limit),
    },
    {
      table: 'codes',
      memoryMs: 0,
      countDue: (read, until, max) => read.codes.countExpired(until, max),
      deleteChunk: (tx, until, limit) => tx.codes.deleteExpired(until, limit),
    },
    {
      table: 'signIns',
      memoryMs: 0,
      countDue: (read, until, max) => read.signIns.countExpired(until, max),
      deleteChunk: (tx, until, limit) => tx.signIns.deleteExpired(until, limit),
    },
    {
      table: 'rateCounters',
      memoryMs: attemptMemoryMs,
      countDue: (read, until, max) => read.rateCounters.countUntil(until, max),
      deleteChunk: (tx, until, limit) => tx.rateCounters.deleteUntil(until, limit),
    },
    {
      table: 'facts',
      memoryMs: catchUp.retentionMs,
      countDue: (read, until, max) => read.facts.countUntil(until, max),
      deleteChunk: (tx, until, limit) => tx.facts.deleteUntil(until, limit),
    },
  ]
}
