import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import type { SteadyClock } from '../clock/steady-clock.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import { disconnectedFacts } from './disconnected-facts.js'
import type { PresenceTimes } from './presence-times.js'

export interface ExpiredNodesDependencies {
  readonly read: Pick<StorageReads, 'nodes'>
  readonly changes: Changes
  readonly clock: Clock
  readonly steady: Pick<SteadyClock, 'now'>
  readonly times: PresenceTimes
}

/** Maximum number of nodes ended in one transaction. The next run, or another node, ends the remaining ones. */
const maxNodeCount = 10

/**
 * Finds nodes that stopped without ending their lease, and stores that their agents are no longer connected to them.
 */
export class ExpiredNodes implements Job {
  readonly name = 'expired nodes'
  readonly periodMs: number
  readonly #dependencies: ExpiredNodesDependencies

  constructor(dependencies: ExpiredNodesDependencies) {
    this.periodMs = dependencies.times.renewalMs
    this.#dependencies = dependencies
  }

  async run(run: Run): Promise<void> {
    const { read, changes, clock, steady, times } = this.#dependencies
    const now = steady.now()
    // Usually there are none, and nothing is written.
    if ((await read.nodes.countExpired(now, 1)) === 0) return
    const { leaseMs, graceMs } = times
    await changes.commit(createOrigin(run), clock.now(), [], async (tx) => {
      const lost = await tx.nodes.endExpired(now, { leaseMs, graceMs, limit: maxNodeCount })
      return { response: undefined, facts: disconnectedFacts(lost) }
    })
  }
}
