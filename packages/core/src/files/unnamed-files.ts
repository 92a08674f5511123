import type { Job, Run } from '../background/job.js'
import type { Changes } from '../changes/changes.js'
import { originOf } from '../changes/origin.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Files } from '../ports/files.js'
import type { StorageReads } from '../ports/storage.js'

export interface UnnamedFilesDependencies {
  readonly files: Files
  readonly read: Pick<StorageReads, 'files'>
  readonly changes: Changes
  readonly clock: Clock
  readonly failures: FailureLog
  readonly periodMs: number
}

/** A file that could not be removed is tried again after so long, by whichever node. */
export const removeAgainMs = 600_000
/** In one transaction. */
const chunkCount = 20
const restMs = 50

/**
 * Removes files that no event names (decisions §16.23): of requests that a crash has cut off, and those that could not be
 * removed at once. First it is certain that nobody will name them, then their bytes go, and last what is known of them.
 */
export class UnnamedFiles implements Job {
  readonly name = 'unnamed files'
  readonly periodMs: number
  readonly #dependencies: UnnamedFilesDependencies

  constructor(dependencies: UnnamedFilesDependencies) {
    this.periodMs = dependencies.periodMs
    this.#dependencies = dependencies
  }

  async run(run: Run): Promise<void> {
    const { read, clock } = this.#dependencies
    while (!run.aborted && (await read.files.countDue(clock.now(), 1)) > 0) {
      await this.#removeSome(run)
      await run.rest(restMs)
    }
  }

  async #removeSome(run: Run): Promise<void> {
    const { files, changes, clock, failures } = this.#dependencies
    const now = clock.now()
    const keys = await changes.commit(originOf(run), now, [], async (tx) => {
      return { response: await tx.files.takeDue(now, chunkCount, now + removeAgainMs), facts: [] }
    })
    const removed: string[] = []
    for (const key of keys) {
      if (run.aborted) break
      try {
        await files.remove(key)
        removed.push(key)
      } catch (cause) {
        failures.write('A file that no event names could not be removed yet', 'files', { cause })
      }
    }
    await changes.commit(originOf(run), now, [], async (tx) => {
      await tx.files.delete(removed)
      return { response: undefined, facts: [] }
    })
  }
}
