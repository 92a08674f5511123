import { ParleyError } from '../errors.js'
import type { Identity } from '../identity/known-token.js'
import { dayMs } from '../options/values.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'

/** The caller who uploads a file. */
export type Uploader = Pick<Identity, 'callerKind' | 'callerKey'>

/**
 * Limits how many files each caller uploads in 24 hours, on all nodes together, so that no caller fills the file
 * storage (decisions §16.29).
 */
export class DailyFiles {
  readonly #max: Readonly<Record<Uploader['callerKind'], number>>

  constructor({ filesPerCustomer, filesPerAgent, filesPerApp }: Settings['limits']) {
    this.#max = { customer: filesPerCustomer, agent: filesPerAgent, app: filesPerApp }
  }

  /**
   * Counts one more file of the uploader, as part of the transaction. Throws a `too_many_requests` error when the limit
   * is exceeded.
   */
  async count(tx: StorageTransaction, { callerKind, callerKey }: Uploader, now: number): Promise<void> {
    const { count, oldestAt } = await tx.rateCounters.record(toDailyKey(callerKey), now, now - dayMs)
    if (count <= this.#max[callerKind]) return
    const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + dayMs - now) / 1_000))
    throw new ParleyError('too_many_requests', { detail: 'too many files in 24 hours', retryAfterSeconds })
  }
}

/**
 * Returns the key under which a caller's files are counted. The prefix keeps it apart from the keys of sign-in
 * attempts.
 */
export function toDailyKey(callerKey: string): string {
  return `files ${callerKey}`
}
