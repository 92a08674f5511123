import { ParleyError } from '../errors.js'
import type { Identity } from '../identity/known-token.js'
import { dayMs } from '../options/units.js'
import type { StorageTransaction } from '../ports/storage.js'
import type { Settings } from '../settings.js'

export type Uploader = Pick<Identity, 'callerKind' | 'callerKey'>

/**
 * How many files each caller brings in 24 hours, on all nodes together, so that nobody fills the place where they are
 * kept (decisions §16.29).
 */
export class DailyFiles {
  readonly #max: Readonly<Record<Uploader['callerKind'], number>>

  constructor({ filesPerCustomer, filesPerAgent, filesPerApp }: Settings['limits']) {
    this.#max = { customer: filesPerCustomer, agent: filesPerAgent, app: filesPerApp }
  }

  /** Counts one more, if the transaction commits; `too_many_requests` when it is one too many. */
  async count(tx: StorageTransaction, { callerKind, callerKey }: Uploader, now: number): Promise<void> {
    const { count, oldestAt } = await tx.attempts.record(keyOf(callerKey), now, now - dayMs)
    if (count <= this.#max[callerKind]) return
    const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + dayMs - now) / 1_000))
    throw new ParleyError('too_many_requests', { detail: 'too many files in 24 hours', retryAfterSeconds })
  }
}

/** Beside those of sign-ins. */
export function keyOf(callerKey: string): string {
  return `files ${callerKey}`
}
