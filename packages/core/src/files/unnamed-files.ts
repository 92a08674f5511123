import type { Job, Run } from '../background/part.js'
import type { Changes } from '../changes/changes.js'
import { createOrigin } from '../changes/origin.js'
import type { FailureLog } from '../logging/failure-log.js'
import type { Clock } from '../ports/clock.js'
import type { Files } from '../ports/files.js'
import type { StorageReads } from '../ports/storage.js'
import type { Settings } from '../settings.js'

export interface UnnamedFilesDependencies {
  readonly files: Files
  readonly read: Pick<StorageReads, 'files'>
  readonly changes: Changes
  readonly clock: Clock
  readonly failures: FailureLog
  readonly settings: Pick<Settings, 'housekeeping'>
}

/** Time after which the removal of a file is tried again, in milliseconds, by any node. */
export const removeAgainMs = 600_000
/** Maximum number of files in one transaction. */
const chunkCount = 20
const pauseMs = 50

/**
 * Removes files that no event names (decisions §16.23): uploads that a crash interrupted, and files whose removal
 * failed before. First the storage rules out that an event names the file later, then the bytes are removed, and the
 * record of the file last.
 */
export class UnnamedFiles implements Job {
  readonly name = 'unnamed files'
  readonly periodMs: number
  readonly #dependencies: UnnamedFilesDependencies

  constructor(dependencies: UnnamedFilesDependencies) {
    this.periodMs = dependencies.settings.housekeeping.periodMs
    this.#dependencies = dependencies
  }

  async run(run: Run): Promise<void> {
    const { read, clock } = this.#dependencies
    while (!run.aborted && (await read.files.countDue(clock.now(), 1)) > 0) {
      await this.#removeSome(run)
      await run.pause(pauseMs)
    }
  }

  async #removeSome(run: Run): Promise<void> {
    const { files, changes, clock, failures } = this.#dependencies
    const now = clock.now()
    const keys = await changes.commit(createOrigin(run), now, [], async (tx) => {
      return { response: await tx.files.claimDue(now, chunkCount, now + removeAgainMs), facts: [] }
    })
    const removed: string[] = []
    for (const key of keys) {
      if (run.aborted) break
      try {
        await files.remove(key)
        removed.push(key)
      } catch (cause) {
        failures.write('A file that no event uses could not be removed; the next run tries again', 'files', {
          cause,
        })
      }
    }
    await changes.commit(createOrigin(run), now, [], async (tx) => {
      await tx.files.delete(removed)
      return { response: undefined, facts: [] }
    })
  }
}
