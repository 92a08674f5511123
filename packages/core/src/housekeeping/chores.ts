import { hourMs } from '../options/units.js'
import type { StorageReads, StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'

/** Rows of one table that count no more, and would stay for ever. */
export interface Chore {
  readonly table: string
  /** How long a row stays beyond the instant that it is stored under. */
  readonly memoryMs: number
  /** How many are due, counted up to `max`. */
  countDue(read: StorageReads, until: number, max: number): Promise<number>
  /** Deletes at most `limit`; fewer say that nothing is left. */
  deleteChunk(tx: StorageTransaction, until: number, limit: number): Promise<number>
}

/** Longer than every window in which attempts are counted. */
const attemptMemoryMs = 25 * hourMs

export function expiryChores({
  timeouts,
  catchUp,
}: Pick<Settings, 'timeouts' | 'catchUp'>): readonly Chore[] {
  return [
    {
      table: 'answers',
      memoryMs: timeouts.idempotencyMs,
      countDue: (read, until, max) => read.answers.countUntil(until, max),
      deleteChunk: (tx, until, limit) => tx.answers.deleteUntil(until, limit),
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
      table: 'attempts',
      memoryMs: attemptMemoryMs,
      countDue: (read, until, max) => read.attempts.countUntil(until, max),
      deleteChunk: (tx, until, limit) => tx.attempts.deleteUntil(until, limit),
    },
    {
      table: 'facts',
      memoryMs: catchUp.keptMs,
      countDue: (read, until, max) => read.facts.countUntil(until, max),
      deleteChunk: (tx, until, limit) => tx.facts.deleteUntil(until, limit),
    },
  ]
}
