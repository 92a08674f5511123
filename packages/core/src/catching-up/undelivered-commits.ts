import type { Job, Run } from '../background/part.js'
import type { Clock } from '../ports/clock.js'
import type { StorageReads } from '../ports/storage.js'
import type { LatestSequence } from '../ports/stores/facts.js'
import type { PushTargets } from '../push/push-targets.js'

export interface UndeliveredCommitsDependencies {
  readonly read: Pick<StorageReads, 'facts'>
  readonly clock: Clock
  readonly targets: Pick<PushTargets, 'licenseIds'>
  readonly receiver: { expect(taken: LatestSequence): void }
}

const periodMs = 5_000
/** How far back to look. It is longer than the period, because a run may be late and the clocks of nodes may differ. */
const lookBackMs = 20_000
const licenseCount = 100
const chatCount = 10_000

/**
 * Compares the delivered sequences of chats with those in the storage. A lost commit with no later commit leaves no
 * gap, for example when its node ended before it could publish it.
 */
export class UndeliveredCommits implements Job {
  readonly name = 'undelivered commits'
  readonly periodMs = periodMs
  readonly #dependencies: UndeliveredCommitsDependencies

  constructor(dependencies: UndeliveredCommitsDependencies) {
    this.#dependencies = dependencies
  }

  async run(run: Run): Promise<void> {
    const { read, clock, targets, receiver } = this.#dependencies
    const all = targets.licenseIds()
    const since = clock.now() - lookBackMs
    for (let from = 0; from < all.length && !run.aborted; from += licenseCount) {
      const licenseIds = all.slice(from, from + licenseCount)
      const taken = await read.facts.listLatestSequences({ licenseIds, since, limit: chatCount })
      for (const one of taken) receiver.expect(one)
    }
  }
}
